package app

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"parley/checker/queue"
)

// How soon a NATS server that is back, or one that hangs, is noticed.
const (
	natsReconnect = 250 * time.Millisecond
	natsPing      = 5 * time.Second // two unanswered mean that it hangs
)

// errNoNATS is of a role run alone that knows no server.
var errNoNATS = SetupError{errors.New("which NATS? set NATS_URL, or run `parley serve`")}

// ConnectNATS reaches an external NATS server and sets the streams up. The caller
// closes the connection. What fails is a SetupError.
func ConnectNATS(ctx context.Context, url string) (*nats.Conn, jetstream.JetStream, error) {
	if url == "" {
		return nil, nil, errNoNATS
	}
	nc, err := nats.Connect(url, nats.Name(DefaultAgent), nats.MaxReconnects(-1),
		nats.ReconnectWait(natsReconnect), nats.ReconnectJitter(natsReconnect/2, natsReconnect/2),
		nats.PingInterval(natsPing), nats.MaxPingsOutstanding(2))
	if err != nil {
		return nil, nil, SetupError{fmt.Errorf("cannot reach NATS at %s: %w; is it running?", url, err)}
	}
	js, err := SetupStreams(ctx, nc)
	if err != nil {
		nc.Close()
		return nil, nil, err
	}
	return nc, js, nil
}

// SetupStreams makes the streams of the checker, if they are not there.
func SetupStreams(ctx context.Context, nc *nats.Conn) (jetstream.JetStream, error) {
	js, err := jetstream.New(nc)
	if err != nil {
		return nil, err
	}
	if err := queue.Setup(ctx, js); err != nil {
		return nil, SetupError{fmt.Errorf("set up the checker's streams (is JetStream on?): %w", err)}
	}
	return js, nil
}
