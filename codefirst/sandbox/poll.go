package sandbox

import (
	"reflect"
	"sync/atomic"
	"unsafe"

	"modernc.org/libc"
	lib "modernc.org/libquickjs"
	"modernc.org/quickjs"
)

// handler is what the engine calls to ask whether to stop, which is not 0.
type handler = func(tls *libc.TLS, rt, opaque uintptr) int32

// poll is what the library does not show of how a machine asks whether to stop.
type poll struct {
	// counter is its steps until it next asks. It starts at 10,000, and a step may take
	// a tenth of a second, such as one that copies all of the memory: a loop around one
	// would run on for a quarter of an hour.
	counter *int32
	asked   *handler // the engine's memory does not keep it
}

// pollOf has vm ask pass, too, which may wait, and stop if that is false. A poll of an
// engine that is not found does nothing: the machine then asks in its own time.
func pollOf(vm *quickjs.VM, pass func() bool) poll {
	field := reflect.ValueOf(vm).Elem().FieldByName("cContext")
	if !field.IsValid() || field.Kind() != reflect.Uintptr || field.Uint() == 0 {
		return poll{}
	}
	at := uintptr(field.Uint()) // memory of the engine's, which Go does not move
	c := *(**lib.TJSContext)(unsafe.Pointer(&at))
	rt := *(**lib.TJSRuntime)(unsafe.Pointer(&c.Frt))
	stop := *(*handler)(unsafe.Pointer(&struct{ uintptr }{rt.Finterrupt_handler}))
	asked := func(tls *libc.TLS, rt, opaque uintptr) int32 {
		if !pass() {
			return 1
		}
		return stop(tls, rt, opaque)
	}
	rt.Finterrupt_handler = *(*uintptr)(unsafe.Pointer(&asked))
	return poll{&c.Finterrupt_counter, &asked}
}

// now has the machine ask at its next step. It may be called from any goroutine until
// the machine is closed; the machine may write over it, so it is called again.
func (p poll) now() {
	if p.counter != nil {
		atomic.StoreInt32(p.counter, 0)
	}
}
