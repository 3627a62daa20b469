package worker_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"github.com/livekit/protocol/livekit"
	"google.golang.org/protobuf/proto"

	"parley/engine/enginetest"
	"parley/room"
	"parley/room/roomtest"
	"parley/room/worker"
)

// tap is a relay between worker and server that notes what the worker says.
type tap struct {
	url  string
	said chan *livekit.WorkerMessage
	// asked is when the server last asked whether the worker takes a job.
	mu    sync.Mutex
	asked enginetest.Clock
}

func newTap(t *testing.T) *tap {
	t.Helper()
	p := &tap{said: make(chan *livekit.WorkerMessage, 1024)}
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		up, resp, err := websocket.DefaultDialer.DialContext(r.Context(), roomtest.Server.URL+"/agent",
			http.Header{"Authorization": r.Header["Authorization"]})
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadGateway)
			return
		}
		_ = resp.Body.Close()
		defer up.Close()
		down, err := (&websocket.Upgrader{}).Upgrade(w, r, nil)
		if err != nil {
			return
		}
		defer down.Close()
		done := make(chan struct{})
		go func() { defer close(done); copyMessages(down, up, p.noteServer); _ = down.Close() }()
		copyMessages(up, down, p.noteWorker)
		_ = up.Close()
		<-done
	}))
	p.url = "ws" + strings.TrimPrefix(srv.URL, "http")
	t.Cleanup(srv.Close)
	return p
}

func copyMessages(to, from *websocket.Conn, note func([]byte)) {
	for {
		kind, b, err := from.ReadMessage()
		if err != nil {
			return
		}
		note(b)
		if to.WriteMessage(kind, b) != nil {
			return
		}
	}
}

func (p *tap) noteServer(b []byte) {
	m := &livekit.ServerMessage{}
	if proto.Unmarshal(b, m) == nil && m.GetAvailability() != nil {
		p.mu.Lock()
		p.asked = enginetest.Start()
		p.mu.Unlock()
	}
}

func (p *tap) noteWorker(b []byte) {
	m := &livekit.WorkerMessage{}
	if proto.Unmarshal(b, m) == nil {
		p.said <- m
	}
}

// next is the worker's next message of a kind that ok accepts.
func (p *tap) next(t *testing.T, ok func(*livekit.WorkerMessage) bool) *livekit.WorkerMessage {
	t.Helper()
	for {
		if m := roomtest.Receive(t, p.said); ok(m) {
			return m
		}
	}
}

// answerWithin is a tenth of what the server waits for an answer (its
// AssignJobTimeout). On a busy machine, with the race detector, 212 ms were seen.
const answerWithin = time.Second

func TestAvailabilityIsAnsweredAtOnce(t *testing.T) {
	t.Parallel()
	wire := newTap(t)
	serve(t, &worker.Worker{AgentName: "quick", URL: wire.url, Key: roomtest.Server.Key, Secret: roomtest.Server.Secret})
	roomtest.JoinWith(t, roomtest.Token(t, "quick", "ana", "quick", ""))
	m := wire.next(t, func(m *livekit.WorkerMessage) bool { return m.GetAvailability() != nil })
	wire.mu.Lock()
	took := wire.asked.Lapse()
	wire.mu.Unlock()
	if !m.GetAvailability().GetAvailable() || took.Own > answerWithin {
		t.Errorf("available %v after %v, want true within %v", m.GetAvailability().GetAvailable(), took.Took, answerWithin)
	}
	status := wire.next(t, func(m *livekit.WorkerMessage) bool { return m.GetUpdateWorker().GetJobCount() == 1 }).GetUpdateWorker()
	if status.GetLoad() <= 0 || status.GetLoad() >= 1 || status.GetStatus() != livekit.WorkerStatus_WS_AVAILABLE {
		t.Errorf("with one job of many the worker is %v, load %v, want available and a load between 0 and 1",
			status.GetStatus(), status.GetLoad())
	}
}

// An agent that leaves before it reports makes its job a failure in the eyes of
// the server.
func TestOutcomeIsReportedBeforeLeaving(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		err  error
		want livekit.JobStatus
	}{
		"well":  {nil, livekit.JobStatus_JS_SUCCESS},
		"badly": {errors.New("on purpose"), livekit.JobStatus_JS_FAILED},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			wire := newTap(t)
			hold := make(chan struct{})
			serve(t, &worker.Worker{
				AgentName: "reports-" + name, URL: wire.url, Key: roomtest.Server.Key, Secret: roomtest.Server.Secret,
				Run: func(ctx context.Context, j *worker.Job) error {
					j.URL = roomtest.Server.URL // the tap is for workers
					_, err := room.JoinCall(ctx, room.CallConfig{Job: j})
					j.AfterReport(func() { <-hold }) // given last, runs first
					return errors.Join(err, c.err)
				},
			})
			page := roomtest.JoinWith(t, roomtest.Token(t, "reported-"+name, "ana", "reports-"+name, ""))
			m := wire.next(t, func(m *livekit.WorkerMessage) bool { return m.GetUpdateJob() != nil })
			if got := m.GetUpdateJob().GetStatus(); got != c.want {
				t.Errorf("the job is reported as %v, want %v", got, c.want)
			}
			roomtest.Await(t, page, func(j roomtest.Joined) bool { return strings.HasPrefix(j.Who, "agent-") })
			for _, event := range page.Unread() {
				if v, is := event.(roomtest.Left); is {
					t.Errorf("%s left before the job was reported", v.Who)
				}
			}
			close(hold)
			roomtest.Await(t, page, func(roomtest.Left) bool { return true })
		})
	}
}
