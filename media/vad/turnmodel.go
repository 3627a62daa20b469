package vad

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"sync"

	ort "github.com/yalue/onnxruntime_go"
)

const (
	// turnInput is the name Smart Turn v3 gives its input.
	turnInput = "input_features"
	// turnModelMost bounds the file: Smart Turn v3 has 8-32 MB.
	turnModelMost = 256 << 20
	// turnRuns is how many predictions run at once, at most: they are short, and
	// more of them would take the cores from playout.
	turnRuns = 4
)

// ErrTurnModel is wrapped by OpenTurnModel's error when the file is no network
// of the form described at TurnModel.
var ErrTurnModel = errors.New("not an end-of-turn model")

// TurnModel is a network that hears whether a turn is complete: an ONNX file like
// Smart Turn v3 (pipecat-ai, BSD 2-clause), which takes "input_features", float32
// [1, 80, 800], the Whisper log-mel features of 8 s that end now, and gives one
// float32, the probability that the speaker is done. No such file comes with
// Parley. It is safe for concurrent use.
type TurnModel struct {
	session *ort.DynamicAdvancedSession
	runs    int
	idle    chan *turnRun
	closed  chan struct{}
	close   func() error
}

// OpenTurnModel loads the model from path. Its error wraps fs.ErrNotExist if
// there is no file and ErrTurnModel if it cannot be used; the model may compute
// what it likes, so the file must be trusted.
func OpenTurnModel(path string) (*TurnModel, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("open turn model: %w", err)
	}
	if info.Size() > turnModelMost {
		return nil, fmt.Errorf("open turn model: %s has %d bytes, at most %d: %w", path, info.Size(), turnModelMost, ErrTurnModel)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("open turn model: %w", err)
	}
	m, err := newTurnModel(data)
	if err != nil {
		return nil, fmt.Errorf("open turn model %s: %w", path, err)
	}
	return m, nil
}

func newTurnModel(data []byte) (_ *TurnModel, err error) {
	// ONNX files begin with their version, field 1 of the message.
	if len(data) < 2 || data[0] != 1<<3 {
		return nil, fmt.Errorf("%w: not an ONNX file", ErrTurnModel)
	}
	if err := startRuntime(); err != nil {
		return nil, err
	}
	inputs, outputs, err := ort.GetInputOutputInfoWithONNXData(data)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrTurnModel, err)
	}
	shape, err := checkTurnModel(inputs, outputs)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrTurnModel, err)
	}
	session, err := newSession(data)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrTurnModel, err)
	}
	m := &TurnModel{session: session, idle: make(chan *turnRun, turnRuns), closed: make(chan struct{})}
	m.close = sync.OnceValue(m.free)
	for range min(turnRuns, runtime.GOMAXPROCS(0)) {
		r, err := newTurnRun(session, outputs[0].Name, shape)
		if r != nil {
			m.runs++
			m.idle <- r
		}
		if err != nil {
			return nil, errors.Join(fmt.Errorf("prepare turn model: %w", err), m.Close())
		}
	}
	return m, nil
}

// Predict returns the probability, 0-1, that whoever speaks in pcm, 16 kHz and
// up to now, has finished. It needs the whole turn with the silence at its end,
// and uses at most its last 8 s. It blocks for 10-100 ms, longer when more than
// four predictions or all cores are at work; nothing cancels it. After Close it
// fails.
func (m *TurnModel) Predict(pcm []int16) (float64, error) {
	var r *turnRun
	select {
	case <-m.closed:
		return 0, errors.New("predict end of turn: the model is closed")
	case r = <-m.idle:
	}
	defer func() { m.idle <- r }()
	r.mel.features(r.input.GetData(), pcm)
	if err := m.session.RunWithBinding(r.binding); err != nil {
		return 0, fmt.Errorf("predict end of turn: %w", err)
	}
	p := float64(r.output.GetData()[0])
	if !(p >= 0 && p <= 1) {
		return 0, fmt.Errorf("predict end of turn: the model gave %v, want a probability", p)
	}
	return p, nil
}

// Close waits for the predictions under way and frees the model. It may be
// called twice.
func (m *TurnModel) Close() error { return m.close() }

func (m *TurnModel) free() error {
	close(m.closed)
	var errs []error
	for range m.runs {
		errs = append(errs, (<-m.idle).destroy())
	}
	return errors.Join(append(errs, m.session.Destroy())...)
}

// turnRun is what one prediction needs.
type turnRun struct {
	mel     *logMel
	binding *ort.IoBinding
	input   *ort.Tensor[float32]
	output  *ort.Tensor[float32]
}

// checkTurnModel compares a network's ends with those of TurnModel and returns
// the shape of its output.
func checkTurnModel(inputs, outputs []ort.InputOutputInfo) (ort.Shape, error) {
	if len(inputs) != 1 || len(outputs) != 1 {
		return nil, fmt.Errorf("it has %d inputs and %d outputs, want one of each", len(inputs), len(outputs))
	}
	in, out := &inputs[0], &outputs[0]
	fixed := func(i *ort.InputOutputInfo) ort.Shape {
		s := slices.Clone(i.Dimensions)
		for k, d := range s {
			if d < 0 { // any: ours is one
				s[k] = 1
			}
		}
		return s
	}
	tensor := func(i *ort.InputOutputInfo) bool {
		return i.OrtValueType == ort.ONNXTypeTensor && i.DataType == ort.TensorElementDataTypeFloat
	}
	if in.Name != turnInput || !tensor(in) || !slices.Equal(fixed(in), ort.NewShape(1, melBands, melFrames)) {
		return nil, fmt.Errorf("its input is %v, want float32 %s [1 %d %d]", in, turnInput, melBands, melFrames)
	}
	shape := fixed(out)
	if !tensor(out) || len(shape) == 0 || shape.FlattenedSize() != 1 {
		return nil, fmt.Errorf("its output is %v, want a single float32", out)
	}
	return shape, nil
}

// newTurnRun may return a run along with an error, to be destroyed.
func newTurnRun(session *ort.DynamicAdvancedSession, output string, shape ort.Shape) (*turnRun, error) {
	r := &turnRun{mel: newLogMel()}
	var err error
	if r.binding, err = session.CreateIoBinding(); err != nil {
		return nil, err
	}
	if r.input, err = ort.NewEmptyTensor[float32](ort.NewShape(1, melBands, melFrames)); err != nil {
		return r, err
	}
	if r.output, err = ort.NewEmptyTensor[float32](shape); err != nil {
		return r, err
	}
	return r, errors.Join(r.binding.BindInput(turnInput, r.input), r.binding.BindOutput(output, r.output))
}

func (r *turnRun) destroy() error {
	errs := []error{r.binding.Destroy()}
	if r.input != nil {
		errs = append(errs, r.input.Destroy())
	}
	if r.output != nil {
		errs = append(errs, r.output.Destroy())
	}
	return errors.Join(errs...)
}
