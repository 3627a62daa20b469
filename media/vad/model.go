package vad

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"sync"

	_ "github.com/k2-fsa/sherpa-onnx-go/sherpa_onnx" // links libonnxruntime.so
	ort "github.com/yalue/onnxruntime_go"
)

const (
	// ModelFile is the name of the model's file in the folder of models.
	ModelFile = "silero_vad.onnx"
	// VADModelSHA256 is the one model this package runs: Silero VAD v6 as in
	// the npm package @livekit/agents-plugin-silero 1.9.0.
	VADModelSHA256 = "1a153a22f4509e292a94e67d6f9b85e8deb25b4988682b7e174c65279d8788e3"
)

// ErrVADModel is wrapped by OpenVADModel's error when the file is missing or is
// not the model of VADModelSHA256: set-up has not run.
var ErrVADModel = errors.New("run `make setup` to fetch the VAD model")

// Model is the Silero network. A process opens one and shares it: it costs
// 30 MiB, a VAD on it 8 KiB. It is safe for concurrent use.
type Model struct {
	session *ort.DynamicAdvancedSession

	mu     sync.Mutex
	vads   int
	closed bool
}

// OpenModel loads the model from path. Its error wraps ErrVADModel if the
// file is missing or another.
func OpenModel(path string) (*Model, error) {
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("open VAD model: %w: %w", err, ErrVADModel)
	}
	if err != nil {
		return nil, fmt.Errorf("open VAD model: %w", err)
	}
	if sum := sha256.Sum256(data); hex.EncodeToString(sum[:]) != VADModelSHA256 {
		return nil, fmt.Errorf("open VAD model: %s has sha256 %x: %w", path, sum, ErrVADModel)
	}
	session, err := newSession(data)
	if err != nil {
		return nil, fmt.Errorf("load VAD model: %w", err)
	}
	return &Model{session: session}, nil
}

// Close gives the model up. Its memory is freed when the last VAD on it closes.
// It may be called twice.
func (m *Model) Close() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.closed {
		return nil
	}
	m.closed = true
	return m.free()
}

func (m *Model) acquire() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.closed {
		return errors.New("VAD model is closed")
	}
	m.vads++
	return nil
}

func (m *Model) release() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.vads--
	return m.free()
}

// free destroys the session once nothing needs it; mu is held.
func (m *Model) free() error {
	if !m.closed || m.vads > 0 {
		return nil
	}
	return m.session.Destroy()
}

// startRuntime loads ONNX Runtime, once in the life of the process.
var startRuntime = sync.OnceValue(func() error {
	// The linker has already loaded the library: the name finds it.
	ort.SetSharedLibraryPath("libonnxruntime.so")
	if err := ort.InitializeEnvironment(); err != nil {
		return fmt.Errorf("start ONNX runtime: %w", err)
	}
	return nil
})

// newSession loads a network that runs on its caller's thread: a window of the
// VAD takes 0.1 ms, less than handing it over would cost, and calls share the
// cores better than the steps of one network.
func newSession(data []byte) (_ *ort.DynamicAdvancedSession, err error) {
	if err := startRuntime(); err != nil {
		return nil, err
	}
	o, err := ort.NewSessionOptions()
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, o.Destroy()) }()
	if err := errors.Join(
		o.SetIntraOpNumThreads(1),
		o.SetInterOpNumThreads(1),
		o.SetExecutionMode(ort.ExecutionModeSequential),
	); err != nil {
		return nil, err
	}
	return ort.NewDynamicAdvancedSessionWithONNXData(data, nil, nil, o)
}
