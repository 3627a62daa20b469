package app_test

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"

	"parley/app"
	"parley/app/apptest"
	"parley/app/embedded"
	"parley/app/embedded/embeddedtest"
)

// TestNATSThatHangsUp: with TLS 1.3 the alert of one that wants a certificate may go unread (RFC
// 8446 section 4.4.2.4 has it come after the client's handshake), and one that ends hangs up too.
// It is asked again, and the flag is named.
func TestNATSThatHangsUp(t *testing.T) {
	for _, hungUp := range []error{syscall.EPIPE, syscall.ECONNRESET} {
		err := fmt.Errorf("%w: closed: %w", nats.ErrTLS, &net.OpError{Op: "write", Err: os.NewSyscallError("write", hungUp)})
		for _, access := range []app.NATSAccess{{}, {Cert: "own.pem"}} {
			got := app.DialWords("tls://127.0.0.1:4222", access, err)
			if !errors.Is(got, app.ErrNATSAway) || !strings.Contains(got.Error(), "--nats-cert") {
				t.Errorf("%v: %v, want %v and words of --nats-cert", hungUp, got, app.ErrNATSAway)
			}
		}
		got := app.DialWords("nats://127.0.0.1:4222", app.NATSAccess{}, hungUp)
		if !errors.Is(got, app.ErrNATSAway) || strings.Contains(got.Error(), "--nats-cert") {
			t.Errorf("%v without TLS: %v, want %v and no word of TLS", hungUp, got, app.ErrNATSAway)
		}
	}
}

// natsWith is a NATS server with JetStream on a free port.
func natsWith(t *testing.T, o server.Options) (address string) {
	t.Helper()
	o.Host, o.Port, o.NoSigs, o.NoLog, o.JetStream, o.StoreDir = "127.0.0.1", server.RANDOM_PORT, true, true, true, t.TempDir()
	s, err := server.NewServer(&o)
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(func() {
		s.Shutdown()
		s.WaitForShutdown()
	})
	if !s.ReadyForConnections(10 * time.Second) {
		t.Fatal("the server does not start")
	}
	return s.Addr().String()
}

func file(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// certificate is one of its own making for 127.0.0.1, and its key.
func certificate(t *testing.T) (cert, key string) {
	t.Helper()
	secret, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	like := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour), IsCA: true,
		BasicConstraintsValid: true, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		KeyUsage:    x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
	}
	der, err := x509.CreateCertificate(rand.Reader, like, like, &secret.PublicKey, secret)
	if err != nil {
		t.Fatal(err)
	}
	private, err := x509.MarshalPKCS8PrivateKey(secret)
	if err != nil {
		t.Fatal(err)
	}
	return string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})),
		string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: private}))
}

func userKey(t *testing.T) (seed, public string) {
	t.Helper()
	pair, err := nkeys.CreateUser()
	if err != nil {
		t.Fatal(err)
	}
	secret, err := pair.Seed()
	if err != nil {
		t.Fatal(err)
	}
	if public, err = pair.PublicKey(); err != nil {
		t.Fatal(err)
	}
	return string(secret), public
}

// The server is shown who this is in each of the ways there are; what it does not take
// is told in words without the secret, and at once.
func TestNATSAccess(t *testing.T) {
	t.Parallel()
	seed, public := userKey(t)
	other, _ := userKey(t)
	cert, key := certificate(t)
	strange, strangeKey := certificate(t)
	pair, err := tls.X509KeyPair([]byte(cert), []byte(key))
	if err != nil {
		t.Fatal(err)
	}
	signers := x509.NewCertPool()
	signers.AppendCertsFromPEM([]byte(cert))
	password := natsWith(t, server.Options{Username: "parley", Password: "pa,ss@word"})
	keyed := natsWith(t, server.Options{Nkeys: []*server.NkeyUser{{Nkey: public}}})
	secured := natsWith(t, server.Options{TLSTimeout: 5, TLSConfig: &tls.Config{
		Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS12,
	}})
	mutual := natsWith(t, server.Options{TLSTimeout: 5, TLSVerify: true, TLSConfig: &tls.Config{
		Certificates: []tls.Certificate{pair}, ClientAuth: tls.RequireAndVerifyClientCert, ClientCAs: signers, MinVersion: tls.VersionTLS12,
	}})
	ca, keyFile := file(t, "ca.pem", cert), file(t, "key.pem", key)
	missing := filepath.Join(t.TempDir(), "none")
	for _, c := range []struct {
		name, url string
		access    app.NATSAccess
		says      []string // nothing if it is taken
	}{
		{"a password", "nats://parley:pa%2Css%40word@" + password, app.NATSAccess{}, nil},
		{"a wrong password", "nats://parley:wrongpw@" + password, app.NATSAccess{}, []string{"does not let Parley in", "user and password in NATS_URL"}},
		{"a wrong token", "nats://wrongpw@" + password, app.NATSAccess{}, []string{"does not let Parley in"}},
		{"no user", "nats://" + password, app.NATSAccess{}, []string{"does not let Parley in", "names no user"}},
		{"an NKey", "nats://" + keyed, app.NATSAccess{NKey: file(t, "user.nk", seed)}, nil},
		{"another NKey", "nats://" + keyed, app.NATSAccess{NKey: file(t, "wrongpw.nk", other)}, []string{"does not let Parley in", "--nats-nkey"}},
		{"no NKey file", "nats://" + keyed, app.NATSAccess{NKey: missing}, []string{"--nats-nkey", missing}},
		{"no NKey in it", "nats://" + keyed, app.NATSAccess{NKey: file(t, "x.nk", "wrongpw")}, []string{"--nats-nkey", "x.nk", "SU"}},
		{"no creds file", "nats://" + keyed, app.NATSAccess{Creds: missing}, []string{"--nats-creds", missing}},
		{"no creds in it", "nats://" + keyed, app.NATSAccess{Creds: file(t, "x.creds", "wrongpw")}, []string{"--nats-creds", "x.creds", "nsc"}},
		{"both", "nats://" + keyed, app.NATSAccess{Creds: missing, NKey: missing}, []string{"choose one"}},
		{"TLS", "tls://" + secured, app.NATSAccess{CA: ca}, nil},
		{"TLS of somebody unknown", "tls://" + secured, app.NATSAccess{}, []string{"--nats-ca"}},
		{"TLS signed by another", "tls://" + secured, app.NATSAccess{CA: file(t, "other.pem", strange)}, []string{"--nats-ca"}},
		{"no CA in it", "tls://" + secured, app.NATSAccess{CA: file(t, "x.pem", "wrongpw")}, []string{"--nats-ca", "x.pem"}},
		{"a certificate", "tls://" + mutual, app.NATSAccess{CA: ca, Cert: ca, Key: keyFile}, nil},
		{"no certificate", "tls://" + mutual, app.NATSAccess{CA: ca}, []string{"--nats-cert"}},
		{"a certificate alone", "tls://" + mutual, app.NATSAccess{CA: ca, Cert: ca}, []string{"go together"}},
		{"a certificate of another key", "tls://" + mutual, app.NATSAccess{CA: ca, Cert: ca, Key: file(t, "k.pem", strangeKey)}, []string{"k.pem"}},
		{"more copies than servers", "nats://" + natsWith(t, server.Options{}), app.NATSAccess{Replicas: 3}, []string{"--nats-replicas 3", "alone"}},
	} {
		nc, _, err := app.ConnectNATS(t.Context(), c.url, c.access)
		for err != nil && strings.Contains(err.Error(), "hangs up") { // its alert was not read
			nc, _, err = app.ConnectNATS(t.Context(), c.url, c.access)
		}
		if err == nil {
			nc.Close()
		}
		if (err == nil) != (c.says == nil) || errors.Is(err, app.ErrNATSAway) {
			t.Errorf("%s: got %v", c.name, err)
			continue
		}
		for _, words := range c.says {
			if !strings.Contains(err.Error(), words) {
				t.Errorf("%s: %q does not say %q", c.name, err, words)
			}
		}
		said := ""
		if err != nil {
			said = strings.ReplaceAll(err.Error(), "wrongpw.nk", "")
		}
		if strings.Contains(said, "wrongpw") || strings.Contains(said, "is it running") {
			t.Errorf("%s: %q has a secret in it, or asks for what is not so", c.name, err)
		}
	}
	_, _, err = app.ConnectNATS(t.Context(), "nats://parley:wrongpw@"+embeddedtest.SteadyAddress(t), app.NATSAccess{})
	if !errors.Is(err, app.ErrNATSAway) || strings.Contains(err.Error(), "wrongpw") {
		t.Errorf("nobody there: %v", err)
	}
}

func TestRedacted(t *testing.T) {
	for servers, want := range map[string]string{
		"nats://u:p@a:1":                "nats://…@a:1",
		"nats://u:p@a:1,nats://u:p@b:2": "nats://…@a:1,nats://…@b:2",
		"nats://a:1,nats://b:2":         "nats://a:1,nats://b:2",
		"token@a:1":                     "…@a:1",
		"nats://u:p,q@r@a:1":            "nats://…@a:1",
		"tls://a":                       "tls://a",
		"a:1, b:2":                      "a:1, b:2",
		"nats://u:secret":               "(what is set)",
		"":                              "(what is set)",
	} {
		if got := app.Redacted(servers); got != want {
			t.Errorf("%q is shown as %q, want %q", servers, got, want)
		}
	}
}

// A role that finds no NATS waits, alive and not ready, and begins once it is there; it
// ends at once when it is told to, and when the password is wrong.
func TestWaitForNATS(t *testing.T) {
	t.Parallel()
	address := embeddedtest.SteadyAddress(t)
	c := apptest.Config(t)
	c.LiveKit = app.LiveKitConfig{URL: "ws://127.0.0.1:1", Key: "parley", Secret: strings.Repeat("x", 40)}
	c.NATSURL, c.HTTP = "nats://"+address, embeddedtest.SteadyAddress(t)
	run := func() (end context.CancelFunc, ended chan error) {
		ctx, cancel := context.WithCancel(t.Context())
		t.Cleanup(cancel)
		ended = make(chan error, 1)
		go func() { ended <- app.RunWeb(ctx, c) }()
		apptest.Eventually(t, func() bool { return apptest.Status("http://"+c.HTTP+"/healthz") == http.StatusOK })
		return cancel, ended
	}
	end, ended := run()
	if got := apptest.Status("http://" + c.HTTP + "/readyz"); got != http.StatusServiceUnavailable {
		t.Errorf("/readyz gives %d while it waits", got)
	}
	end()
	if err := <-ended; err != nil {
		t.Errorf("ended while it waited: %v", err)
	}
	_, ended = run()
	n, err := embedded.ListenNATS(t.TempDir(), address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := n.Close(); err != nil {
			t.Error(err)
		}
	})
	apptest.Eventually(t, func() bool { return apptest.Status("http://"+c.HTTP+"/api/scenarios") == http.StatusOK })
	select {
	case err := <-ended:
		t.Errorf("it ended: %v", err)
	default:
	}
}
