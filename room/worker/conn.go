package worker

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/gorilla/websocket"
	"github.com/livekit/protocol/auth"
	"github.com/livekit/protocol/livekit"
	"google.golang.org/protobuf/proto"
)

// Times of the worker protocol. The server's are in livekit-server v1.13,
// pkg/agent/worker.go and pkg/service/agentservice.go.
const (
	dialTimeout     = 10 * time.Second
	registerTimeout = 10 * time.Second
	statusEvery     = 2500 * time.Millisecond
	// pingEvery is far shorter than the server's own 10 s, so that a connection
	// that is cut off without being closed is noticed soon.
	pingEvery    = 3 * time.Second
	writeTimeout = 5 * time.Second
	closeTimeout = 300 * time.Millisecond
	// reportTimeout bounds the wait for the connection to carry a job's outcome.
	reportTimeout = time.Second
	// silence is how long the server may say nothing, not even a pong, before
	// the connection counts as lost: three pings unanswered.
	silence = 10 * time.Second
	// outboxSize is far above what a worker says in the write timeout; a full
	// one means the server does not read, and the connection is given up.
	outboxSize = 256
	// maxServerMessage bounds what the server may send; job metadata is at most
	// 512 KiB.
	maxServerMessage = 4 << 20
)

// conn is one connection of a worker. Only its writer writes.
type conn struct {
	ws  *websocket.Conn
	out chan outgoing
	end context.CancelCauseFunc
}

// outgoing is a message and, if not nil, a channel closed when it is written.
type outgoing struct {
	msg     *livekit.WorkerMessage
	written chan struct{}
}

// hold connects, registers and serves the connection until it is lost or ctx
// ends; registered tells how far it came.
func (w *Worker) hold(ctx context.Context) (registered bool, err error) {
	ws, err := w.dial(ctx)
	if err != nil {
		return false, err
	}
	defer ws.Close()
	id, err := w.register(ws)
	if err != nil {
		return false, fmt.Errorf("register worker: %w", err)
	}
	ctx, end := context.WithCancelCause(ctx)
	defer end(nil)
	c := &conn{ws: ws, out: make(chan outgoing, outboxSize), end: end}
	w.attach(c)
	defer w.attach(nil)
	// The server answers a ping only when it can offer jobs to the worker, some
	// time after it has answered the registration.
	_ = w.send(outgoing{msg: pingMessage()})
	offered := sync.OnceFunc(func() {
		w.setRegistered(true, nil)
		if w.Registered != nil {
			w.Registered(id)
		}
	})
	read := make(chan struct{})
	go func() { //nolint:contextcheck // jobs outlive the connection they came by
		defer close(read)
		end(w.read(ws, offered))
	}()
	c.write(ctx, w.status, min(pingEvery, w.silence/3))
	c.hangUp(read)
	return true, context.Cause(ctx)
}

func (w *Worker) dial(ctx context.Context) (*websocket.Conn, error) {
	token, err := auth.NewAccessToken(w.Key, w.Secret).SetVideoGrant(&auth.VideoGrant{Agent: true}).ToJWT()
	if err != nil {
		return nil, fmt.Errorf("sign worker token: %w", err)
	}
	ctx, cancel := context.WithTimeout(ctx, dialTimeout)
	defer cancel()
	url := strings.TrimSuffix(w.URL, "/") + "/agent"
	if strings.HasPrefix(url, "http") {
		url = "ws" + strings.TrimPrefix(url, "http")
	}
	ws, resp, err := websocket.DefaultDialer.DialContext(ctx, url, http.Header{"Authorization": {"Bearer " + token}})
	if resp != nil {
		_ = resp.Body.Close()
	}
	if resp != nil && (resp.StatusCode == http.StatusUnauthorized || resp.StatusCode == http.StatusForbidden) {
		return nil, fmt.Errorf("%w: HTTP %d, check the API key and secret", ErrRefused, resp.StatusCode)
	}
	if err != nil {
		return nil, fmt.Errorf("connect worker to %s: %w", w.URL, err)
	}
	ws.SetReadLimit(maxServerMessage)
	return ws, nil
}

// register introduces the worker; the server's answer is its first message.
func (w *Worker) register(ws *websocket.Conn) (id string, err error) {
	err = writeMessage(ws, &livekit.WorkerMessage{Message: &livekit.WorkerMessage_Register{Register: &livekit.RegisterWorkerRequest{
		Type: livekit.JobType_JT_ROOM, AgentName: w.AgentName, Version: "parley", PingInterval: uint32(pingEvery / time.Second),
	}}})
	if err != nil {
		return "", err
	}
	if err := ws.SetReadDeadline(time.Now().Add(registerTimeout)); err != nil {
		return "", err
	}
	m, err := readMessage(ws)
	if err != nil {
		return "", err
	}
	r := m.GetRegister()
	if r == nil {
		return "", fmt.Errorf("server said %T first", m.GetMessage())
	}
	return r.GetWorkerId(), nil
}

// read handles what the server sends until the connection ends. Nothing in here
// may block: an answer to an offer that came late would leave its room without
// an agent.
func (w *Worker) read(ws *websocket.Conn, pong func()) error {
	alive := func(string) error { return ws.SetReadDeadline(time.Now().Add(w.silence)) }
	ping := ws.PingHandler()
	ws.SetPingHandler(func(data string) error { return errors.Join(alive(data), ping(data)) })
	for {
		if err := alive(""); err != nil {
			return err
		}
		m, err := readMessage(ws)
		if err != nil {
			return err
		}
		switch m := m.GetMessage().(type) {
		case *livekit.ServerMessage_Availability:
			w.answer(m.Availability.GetJob())
		case *livekit.ServerMessage_Assignment:
			w.start(m.Assignment)
		case *livekit.ServerMessage_Termination:
			w.terminate(m.Termination.GetJobId())
		case *livekit.ServerMessage_Pong:
			pong()
		}
	}
}

// write sends what is queued, the status and pings until ctx ends.
func (c *conn) write(ctx context.Context, status func() *livekit.WorkerMessage, pingEvery time.Duration) {
	statuses, pings := time.NewTicker(statusEvery), time.NewTicker(pingEvery)
	defer statuses.Stop()
	defer pings.Stop()
	next := outgoing{msg: status()}
	for {
		if err := writeMessage(c.ws, next.msg); err != nil {
			c.end(err)
			return
		}
		if next.written != nil {
			close(next.written)
		}
		select {
		case <-ctx.Done():
			return
		case next = <-c.out:
		case <-statuses.C:
			next = outgoing{msg: status()}
		case <-pings.C:
			next = outgoing{msg: pingMessage()}
		}
	}
}

func pingMessage() *livekit.WorkerMessage {
	return &livekit.WorkerMessage{Message: &livekit.WorkerMessage_Ping{
		Ping: &livekit.WorkerPing{Timestamp: time.Now().UnixMilli()}}}
}

// hangUp ends the connection so that the server has read what was written.
func (c *conn) hangUp(read <-chan struct{}) {
	bye := websocket.FormatCloseMessage(websocket.CloseNormalClosure, "")
	if c.ws.WriteControl(websocket.CloseMessage, bye, time.Now().Add(closeTimeout)) == nil {
		select {
		case <-read: // the server has closed too
		case <-time.After(closeTimeout):
		}
	}
	_ = c.ws.Close()
	<-read
}

func writeMessage(ws *websocket.Conn, m *livekit.WorkerMessage) error {
	b, err := proto.Marshal(m)
	if err != nil {
		return fmt.Errorf("marshal worker message: %w", err)
	}
	if err := ws.SetWriteDeadline(time.Now().Add(writeTimeout)); err != nil {
		return err
	}
	return ws.WriteMessage(websocket.BinaryMessage, b)
}

func readMessage(ws *websocket.Conn) (*livekit.ServerMessage, error) {
	for {
		kind, b, err := ws.ReadMessage()
		if err != nil {
			return nil, err
		}
		if kind != websocket.BinaryMessage {
			continue
		}
		m := &livekit.ServerMessage{}
		if err := proto.Unmarshal(b, m); err != nil {
			return nil, fmt.Errorf("read server message: %w", err)
		}
		return m, nil
	}
}

// sendStatus tells the status at once; without a connection the next one begins
// with it.
func (w *Worker) sendStatus() { _ = w.send(outgoing{msg: w.status()}) }

// report tells the server how a job ended and waits until that is written or
// there is no connection to write it to.
func (w *Worker) report(status *livekit.UpdateJobStatus) {
	written := make(chan struct{})
	err := w.send(outgoing{&livekit.WorkerMessage{Message: &livekit.WorkerMessage_UpdateJob{UpdateJob: status}}, written})
	if err != nil {
		w.Log.Warn("job outcome not reported", "job", status.GetJobId(), "err", err)
		return
	}
	select {
	case <-written:
	case <-time.After(reportTimeout):
		w.Log.Warn("job outcome not reported", "job", status.GetJobId(), "err", ErrOffline)
	}
}

// send queues a message for the current connection and never blocks; a
// connection that takes nothing is ended.
func (w *Worker) send(o outgoing) error {
	w.mu.Lock()
	c := w.conn
	w.mu.Unlock()
	if c == nil {
		return ErrOffline
	}
	select {
	case c.out <- o:
		return nil
	default:
		c.end(ErrOffline)
		return ErrOffline
	}
}

// attach makes c the current connection, or none if c is nil. A server that
// lost sight of running jobs is told of them.
func (w *Worker) attach(c *conn) {
	w.mu.Lock()
	w.conn = c
	ids := make([]string, 0, len(w.jobs))
	for id := range w.jobs {
		ids = append(ids, id)
	}
	w.everRegistered = w.everRegistered || c != nil
	w.mu.Unlock()
	if c != nil && len(ids) > 0 {
		c.out <- outgoing{msg: &livekit.WorkerMessage{Message: &livekit.WorkerMessage_MigrateJob{
			MigrateJob: &livekit.MigrateJobRequest{JobIds: ids}}}}
	}
}
