package vad

import (
	"errors"
	"fmt"
	"slices"

	ort "github.com/yalue/onnxruntime_go"
)

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
