package doctor

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"time"

	"github.com/livekit/protocol/auth"
	"github.com/livekit/protocol/utils/guid"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"parley/app"
	"parley/app/embedded"
	"parley/caller"
	"parley/media"
	"parley/media/vad"
	"parley/report"
	"parley/web"
)

// checkLiveKit joins a room and leaves it: at the server c names, or at one of
// its own on free ports.
func checkLiveKit(c app.Config) Check {
	subject := "embedded"
	if c.LiveKit.URL != "" {
		subject = c.LiveKit.URL
	}
	return Check{Part: "livekit", Subject: subject, Run: func(ctx context.Context) (Finding, error) {
		to := c.LiveKit
		if to.URL == "" {
			server, err := embedded.StartLiveKit(embedded.LiveKitConfig{}) //nolint:contextcheck // it bounds its own start
			if err != nil {
				return Finding{}, Ill{Err: err, Remedy: "Look whether a firewall keeps processes of this machine apart."}
			}
			defer func() { _ = server.Close() }() // it held one room of ours
			to = app.LiveKitConfig{URL: server.URL, Key: server.Key, Secret: server.Secret}
		}
		took, err := joinOnce(ctx, to)
		if err != nil {
			return Finding{}, Ill{
				Err:    fmt.Errorf("join a room at %s: %w", to.URL, err),
				Remedy: "Check LIVEKIT_URL, LIVEKIT_API_KEY and LIVEKIT_API_SECRET, and that its media ports can be reached.",
			}
		}
		return Finding{Says: "joined a room", Latency: took}, nil
	}}
}

// joinOnce joins a room that asks for no agent.
func joinOnce(ctx context.Context, to app.LiveKitConfig) (time.Duration, error) {
	token, err := auth.NewAccessToken(to.Key, to.Secret).SetIdentity("parley-doctor").SetValidFor(time.Minute).
		SetVideoGrant(&auth.VideoGrant{RoomJoin: true, Room: guid.New("parley-doctor-")}).ToJWT()
	if err != nil {
		return 0, err
	}
	user, err := caller.Join(ctx, caller.Config{URL: to.URL, Token: token})
	if err != nil {
		return 0, err
	}
	took := time.Since(user.Began)
	user.Leave()
	return took, nil
}

// checkNATS keeps a message in a stream and reads it back.
func checkNATS(c app.Config) Check {
	subject := "embedded"
	if c.NATSURL != "" {
		subject = app.Redacted(c.NATSURL)
	}
	return Check{Part: "nats", Subject: subject, Run: func(ctx context.Context) (Finding, error) {
		nc, end, err := natsToExamine(c)
		if err != nil {
			return Finding{}, Ill{Err: err, Remedy: "Check NATS_URL, and that the server runs."}
		}
		defer end()
		begun := time.Now()
		if err := passMessage(ctx, nc); err != nil {
			return Finding{}, Ill{Err: err, Remedy: "Check that JetStream is on and that this user may make streams."}
		}
		return Finding{Says: "kept a message", Latency: time.Since(begun)}, nil
	}}
}

func natsToExamine(c app.Config) (nc *nats.Conn, end func(), err error) {
	if c.NATSURL != "" {
		nc, err = app.DialNATS(c.NATSURL, c.NATS)
		if err != nil {
			return nil, nil, err
		}
		return nc, nc.Close, nil
	}
	dir, err := os.MkdirTemp("", "parley-doctor-*")
	if err != nil {
		return nil, nil, err
	}
	server, err := embedded.StartNATS(dir)
	if err == nil {
		if nc, err = server.Connect(); err != nil {
			_ = server.Close() // nothing was in it
		}
	}
	if err != nil {
		return nil, nil, errors.Join(err, os.RemoveAll(dir))
	}
	return nc, func() {
		nc.Close()
		_ = server.Close()    // nothing of worth was in it
		_ = os.RemoveAll(dir) // one of the system's temporary folders
	}, nil
}

func passMessage(ctx context.Context, nc *nats.Conn) error {
	js, err := jetstream.New(nc)
	if err != nil {
		return err
	}
	name := guid.New("parley-doctor-")
	stream, err := js.CreateStream(ctx, jetstream.StreamConfig{Name: name, Subjects: []string{name}, MaxMsgs: 1})
	if err != nil {
		return fmt.Errorf("make a stream: %w", err)
	}
	_, err = js.Publish(ctx, name, []byte("well?"))
	if err == nil {
		_, err = stream.GetMsg(ctx, 1)
	}
	return errors.Join(err, js.DeleteStream(ctx, name))
}

// checkVAD loads the model that finds speech.
func checkVAD(models string) Check {
	return Check{Part: "vad", Subject: vad.ModelFile, Run: func(context.Context) (Finding, error) {
		model, err := vad.OpenModel(app.DetectorFile(models))
		if err != nil {
			return Finding{}, Ill{Err: err, Remedy: "Run `make setup`, or name its folder with --models."}
		}
		defer func() { _ = model.Close() }() // it was only tried
		detector, err := model.NewDetector()
		if err != nil {
			return Finding{}, err
		}
		defer func() { _ = detector.Close() }() // as above
		begun, windows := time.Now(), 0
		err = detector.Write(make([]int16, media.SampleRate), func(vad.Window) { windows++ })
		if err != nil || windows == 0 {
			return Finding{}, fmt.Errorf("it judged %d windows of a second: %w", windows, err)
		}
		took := time.Since(begun)
		return Finding{Says: "a second takes " + report.MS(took, 1) + " ms"}, nil
	}}
}

// checkPorts looks at the ports of what runs embedded.
func checkPorts(c app.Config) []Check {
	running := func(ctx context.Context) bool { return answers(ctx, "http://"+c.HTTP+"/api/status") }
	checks := []Check{Port("tcp", c.HTTP, "--http", running)}
	if c.LiveKit.URL == "" {
		checks = append(checks,
			Port("tcp", embedded.Loopback+":"+strconv.Itoa(c.LiveKit.Port), "--livekit-port", running),
			Port("udp", embedded.Loopback+":"+strconv.Itoa(c.LiveKit.UDPPort), "--livekit-udp-port", running))
	}
	return checks
}

// answers reports whether Parley's page is served at url, by the status it
// gives of its engines.
func answers(ctx context.Context, url string) bool {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return false
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		return false
	}
	defer func() { _ = resp.Body.Close() }() // it was only read
	var status web.Status
	err = json.NewDecoder(io.LimitReader(resp.Body, 64<<10)).Decode(&status)
	return err == nil && status.Engines["stt"] != ""
}
