package app

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"strings"
	"syscall"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"
)

// ErrNATSAway means that NATS was not reached, or its cluster is not complete: it may
// be there in a moment.
var ErrNATSAway = errors.New("NATS is not there")

// NATSAccess is how a process shows an external NATS who it is, and how it keeps
// things there. Each of the first five is a file, empty for none.
type NATSAccess struct {
	// Creds is a credentials file (a JWT and its key), NKey the seed of an NKey.
	Creds, NKey string
	// CA has the certificates that sign the server's, Cert and Key are this process's
	// own.
	CA, Cert, Key string
	// Replicas is how many servers of a cluster keep a copy of each stream; 0 is 1.
	Replicas int
}

// options checks the files and makes options of them. An error names the
// flag and the file, and nothing that is in it.
func (a NATSAccess) options() ([]nats.Option, error) {
	if (a.Cert == "") != (a.Key == "") {
		return nil, errors.New("--nats-cert and --nats-key go together: a certificate and its key")
	}
	if a.Creds != "" && a.NKey != "" {
		return nil, errors.New("--nats-creds and --nats-nkey say both who this is: choose one")
	}
	var all []nats.Option
	if a.Creds != "" {
		text, err := readSecret("--nats-creds", a.Creds)
		if err != nil {
			return nil, err
		}
		_, jwt := nkeys.ParseDecoratedJWT(text)
		pair, key := nkeys.ParseDecoratedUserNKey(text)
		if jwt != nil || key != nil {
			return nil, fmt.Errorf("--nats-creds: %s is no credentials file as `nsc generate creds` writes: "+
				"it needs a user's JWT and seed", a.Creds)
		}
		pair.Wipe()
		all = append(all, nats.UserCredentials(a.Creds))
	}
	if a.NKey != "" {
		if _, err := readSecret("--nats-nkey", a.NKey); err != nil {
			return nil, err
		}
		seed, err := nats.NkeyOptionFromSeed(a.NKey)
		if err != nil {
			return nil, fmt.Errorf("--nats-nkey: %s has no seed of a user's NKey, which begins with SU", a.NKey)
		}
		all = append(all, seed)
	}
	if a.CA != "" {
		text, err := readSecret("--nats-ca", a.CA)
		if err != nil {
			return nil, err
		}
		if !x509.NewCertPool().AppendCertsFromPEM(text) {
			return nil, fmt.Errorf("--nats-ca: %s has no certificate in PEM form", a.CA)
		}
		all = append(all, nats.RootCAs(a.CA))
	}
	if a.Cert != "" {
		for flag, file := range map[string]string{"--nats-cert": a.Cert, "--nats-key": a.Key} {
			if _, err := readSecret(flag, file); err != nil {
				return nil, err
			}
		}
		if _, err := tls.LoadX509KeyPair(a.Cert, a.Key); err != nil {
			return nil, fmt.Errorf("--nats-cert, --nats-key: %s and %s are no certificate and its key: %w", a.Cert, a.Key, err)
		}
		all = append(all, nats.ClientCert(a.Cert, a.Key))
	}
	return all, nil
}

func readSecret(flag, file string) ([]byte, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", flag, err)
	}
	return text, nil
}

// DialNATS reaches an external NATS server, once. The caller closes the connection. An
// error is a SetupError without secrets; it wraps ErrNATSAway if it may pass by itself.
func DialNATS(servers string, access NATSAccess) (*nats.Conn, error) {
	if servers == "" {
		return nil, errNoNATS
	}
	options, err := access.options()
	if err != nil {
		return nil, SetupError{err}
	}
	nc, err := nats.Connect(servers, append(options, nats.Name(DefaultAgent), nats.MaxReconnects(-1),
		nats.ReconnectWait(natsReconnect), nats.ReconnectJitter(natsReconnect/2, natsReconnect/2),
		nats.PingInterval(natsPing), nats.MaxPingsOutstanding(2), nats.ErrorHandler(tellNATS))...)
	if err != nil {
		return nil, SetupError{dialWords(servers, access, err)}
	}
	return nc, nil
}

// tellNATS logs what goes wrong on a connection that was made, such as a password that
// is not taken any more.
func tellNATS(nc *nats.Conn, _ *nats.Subscription, err error) {
	slog.Warn("nats connection", "nats", Redacted(nc.ConnectedUrlRedacted()), "err", err)
}

// dialWords says why there is no connection.
func dialWords(servers string, access NATSAccess, err error) error {
	at := Redacted(servers)
	var authority x509.UnknownAuthorityError
	var name x509.HostnameError
	var invalid x509.CertificateInvalidError
	var bad *url.Error
	switch {
	case errors.Is(err, nats.ErrAuthorization), errors.Is(err, nats.ErrAuthExpired), errors.Is(err, nats.ErrAuthRevoked),
		errors.Is(err, nats.ErrAccountAuthExpired), errors.Is(err, nats.ErrPermissionViolation):
		return fmt.Errorf("NATS at %s does not let Parley in: %w; check %s", at, err, access.identity(servers))
	case errors.Is(err, nats.ErrNkeysNotSupported):
		return fmt.Errorf("NATS at %s takes no NKeys; leave --nats-nkey and --nats-creds out", at)
	case errors.As(err, &authority):
		return fmt.Errorf("NATS at %s shows a certificate that nobody known has signed: name who did with --nats-ca", at)
	case errors.As(err, &name), errors.As(err, &invalid):
		return fmt.Errorf("NATS at %s shows a certificate that does not hold: %w", at, err)
	case errors.Is(err, nats.ErrSecureConnWanted), errors.Is(err, nats.ErrSecureConnRequired):
		return fmt.Errorf("NATS at %s and Parley do not agree on TLS: %w; "+
			"write tls:// for a server with TLS, nats:// for one without", at, err)
	case strings.Contains(err.Error(), "tls: "): // an alert of the server's, such as one for a missing certificate
		return fmt.Errorf("NATS at %s ends the TLS handshake: %w; check --nats-ca, --nats-cert and --nats-key", at, err)
	case errors.Is(err, nats.ErrTLS) && isHungUp(err): // it ends, or its alert was not read before that
		return fmt.Errorf("%w: NATS at %s hangs up in the TLS handshake: %w; "+
			"is it running, and what should it be shown by --nats-cert?", ErrNATSAway, at, err)
	case errors.As(err, &bad), errors.Is(err, nats.ErrNoServers) && !strings.Contains(servers, ":"):
		return fmt.Errorf("NATS_URL %s is no address, such as nats://127.0.0.1:4222", at)
	}
	return fmt.Errorf("%w: cannot reach NATS at %s: %w; is it running?", ErrNATSAway, at, err)
}

// isHungUp reports whether a server ended the connection while something was sent to it.
func isHungUp(err error) bool {
	return errors.Is(err, syscall.EPIPE) || errors.Is(err, syscall.ECONNRESET)
}

// identity is where the process got what the server did not take.
func (a NATSAccess) identity(servers string) string {
	switch {
	case a.Creds != "":
		return "--nats-creds " + a.Creds
	case a.NKey != "":
		return "--nats-nkey " + a.NKey
	case a.Cert != "":
		return "--nats-cert " + a.Cert
	case strings.Contains(servers, "@"):
		return "the user and password in NATS_URL"
	}
	return "NATS_URL, which names no user; a server that asks for one wants it there, or --nats-creds, or --nats-nkey"
}

// Redacted is a list of addresses without what is before their @: users and passwords,
// or a token. Of one that is no list of addresses nothing is shown: who knows what it
// is.
func Redacted(servers string) string {
	parts := strings.Split(servers, "://")
	for i, part := range parts {
		if at := strings.LastIndexByte(part, '@'); at >= 0 {
			parts[i] = "…@" + part[at+1:]
		}
	}
	shown := strings.Join(parts, "://")
	for _, s := range strings.Split(shown, ",") {
		s = strings.ReplaceAll(strings.TrimSpace(s), "…@", "")
		if !strings.Contains(s, "://") {
			s = "nats://" + s
		}
		if u, err := url.Parse(s); err != nil || u.Host == "" {
			return "(what is set)"
		}
	}
	return shown
}
