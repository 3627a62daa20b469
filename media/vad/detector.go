// Package vad detects speech in audio (Silero's model) and, by a second model,
// whether the speaker has finished.
package vad

import (
	"errors"
	"fmt"
	"runtime"

	ort "github.com/yalue/onnxruntime_go"

	"parley/media"
)

const (
	// WindowSamples is what one VAD decision is made from: 32 ms, the only
	// window Silero takes at 16 kHz.
	WindowSamples = 512
	// vadContext is the end of the window before, which Silero wants in front.
	vadContext = 64
	// stateSize is the size of the network's memory, 2 x 1 x 128.
	stateSize = 2 * 128
)

// Window is the VAD's judgement of WindowSamples samples.
type Window struct {
	// End is the index, from the start of the stream, of the first sample after
	// the window.
	End int64
	// Prob is the probability of speech, 0-1.
	Prob float32
	// Speech is set from the window that confirms speech (64 ms at 0.5 or more)
	// up to the last before the first window below 0.35. There is no hangover:
	// how much silence ends an utterance is the endpointer's to say.
	Speech bool
	// Started is set on the first window of Speech. The speech itself began at
	// least 64 ms before End.
	Started bool
	// Ended is set on the first window that is no longer Speech.
	Ended bool
}

// Detector finds speech in one speaker's audio. It is for one goroutine.
type Detector struct {
	model   *Model
	binding *ort.IoBinding
	tensors []interface{ Destroy() error }
	pins    runtime.Pinner

	mem *memory

	fill int
	end  int64
	hyst hysteresis

	refresh refresh
}

// memory is the network's inputs and outputs. ONNX Runtime keeps pointers
// into it, so it is pinned and holds no pointers itself.
type memory struct {
	input     [vadContext + WindowSamples]float32
	state     [stateSize]float32
	nextState [stateSize]float32
	rate      [1]int64
	prob      [1]float32
}

// NewDetector returns a VAD for one speaker; Close frees it. It fails after the
// model's Close.
func (m *Model) NewDetector() (*Detector, error) {
	if err := m.acquire(); err != nil {
		return nil, fmt.Errorf("create VAD: %w", err)
	}
	v := &Detector{model: m, mem: &memory{rate: [1]int64{media.SampleRate}}}
	if err := v.bind(); err != nil {
		return nil, errors.Join(fmt.Errorf("create VAD: %w", err), v.Close())
	}
	return v, nil
}

// bind lays the network's inputs and outputs over v.mem, so that a window needs
// no allocation.
func (v *Detector) bind() (err error) {
	v.pins.Pin(v.mem)
	if v.binding, err = v.model.session.CreateIoBinding(); err != nil {
		return err
	}
	return errors.Join(
		bindTensor(v, v.binding.BindInput, "input", v.mem.input[:], 1, vadContext+WindowSamples),
		bindTensor(v, v.binding.BindInput, "state", v.mem.state[:], 2, 1, 128),
		bindTensor(v, v.binding.BindInput, "sr", v.mem.rate[:], 1),
		bindTensor(v, v.binding.BindOutput, "output", v.mem.prob[:], 1, 1),
		bindTensor(v, v.binding.BindOutput, "stateN", v.mem.nextState[:], 2, 1, 128),
	)
}

func bindTensor[T ort.TensorData](v *Detector, bind func(string, ort.Value) error, name string, data []T, shape ...int64) error {
	t, err := ort.NewTensor(ort.NewShape(shape...), data)
	if err != nil {
		return fmt.Errorf("create tensor %s: %w", name, err)
	}
	v.tensors = append(v.tensors, t)
	if err := bind(name, t); err != nil {
		return fmt.Errorf("bind tensor %s: %w", name, err)
	}
	return nil
}

// Write adds 16 kHz PCM of any length and calls report for every window it
// completes. A window takes 0.1 ms. Write copies what it keeps of pcm. After an
// error, or Close, the VAD is of no more use.
func (v *Detector) Write(pcm []int16, report func(Window)) error {
	if v.binding == nil {
		return errors.New("write VAD: closed")
	}
	for len(pcm) > 0 {
		n := min(len(pcm), WindowSamples-v.fill)
		at := vadContext + v.fill
		for i, s := range pcm[:n] {
			v.mem.input[at+i] = float32(s) / (1 << 15)
		}
		pcm = pcm[n:]
		v.fill += n
		v.end += int64(n)
		if v.fill < WindowSamples {
			return nil
		}
		if err := v.model.session.RunWithBinding(v.binding); err != nil {
			return fmt.Errorf("run VAD: %w", err)
		}
		v.mem.state = v.mem.nextState
		copy(v.mem.input[:vadContext], v.mem.input[WindowSamples:])
		v.fill = 0
		w := Window{End: v.end, Prob: v.mem.prob[0]}
		w.Speech, w.Started, w.Ended = v.hyst.step(w.Prob)
		v.refresh.window(w.Prob, w.Speech, &v.mem.state)
		report(w)
	}
	return nil
}

// Close frees the VAD; it may be called twice.
func (v *Detector) Close() error {
	if v.model == nil {
		return nil
	}
	var errs []error
	if v.binding != nil {
		errs = append(errs, v.binding.Destroy())
		v.binding = nil
	}
	for _, t := range v.tensors {
		errs = append(errs, t.Destroy())
	}
	v.tensors = nil
	v.pins.Unpin()
	errs = append(errs, v.model.release())
	v.model = nil
	return errors.Join(errs...)
}

const (
	// settled is how many windows without speech it takes until the network's
	// memory holds the noise around and nothing of the words, 0.64 s.
	settled = 20
	// refreshEvery is how many windows pass before the memory is put back, 1 s:
	// what it drifts in that time costs no onset. With 2 s it begins to.
	refreshEvery = 31
)

// refresh keeps Silero from going deaf. Its memory drifts while nobody speaks:
// of 96 sentences in noise 10 dB below them, four voices, 1 was confirmed more
// than 300 ms late after 5 s of silence, 11 after 12 s, 83 after 40 s. So the
// memory is kept as it was soon after speech, or soon after the beginning, and put
// back every second until the next: then it is 1 after 40 s. The zero value is the
// beginning.
type refresh struct {
	kept [stateSize]float32
	calm int  // windows without speech
	done bool // kept is of this silence
}

// window takes the judgement that led to state, and may change state.
func (r *refresh) window(prob float32, speech bool, state *[stateSize]float32) {
	switch {
	case speech:
		r.calm, r.done = 0, false
		return
	case prob >= speechOff: // a doubtful sound; what is kept stays good
		r.calm = 0
		return
	}
	r.calm++
	switch {
	case !r.done && r.calm == settled:
		r.kept, r.done = *state, true
	case r.done && r.calm%refreshEvery == 0:
		*state = r.kept
	}
}

const (
	// speechOn and speechOff are the probabilities at which speech may start and
	// stops: Silero's own, see docs/sources.md.
	speechOn  = 0.5
	speechOff = 0.35
	// minSpeechWindows is the onset: 64 ms, which no click reaches.
	minSpeechWindows = 2
)

// hysteresis turns speech probabilities into speech with a beginning and an
// end. Its zero value is silence.
type hysteresis struct {
	run    int // consecutive windows at or above speechOn, while silent
	speech bool
}

// step takes the probability of the next window. Started and ended are set on
// the window that changes speech.
func (h *hysteresis) step(prob float32) (speech, started, ended bool) {
	switch {
	case h.speech && prob >= speechOff:
	case h.speech:
		h.speech, ended = false, true
	case prob >= speechOn:
		if h.run++; h.run == minSpeechWindows {
			h.run, h.speech, started = 0, true, true
		}
	default:
		h.run = 0
	}
	return h.speech, started, ended
}
