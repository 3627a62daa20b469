package vad

import (
	"errors"
	"fmt"
	"sync"

	_ "github.com/k2-fsa/sherpa-onnx-go/sherpa_onnx" // links libonnxruntime.so
	ort "github.com/yalue/onnxruntime_go"
)

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
