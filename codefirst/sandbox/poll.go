package sandbox

import (
	"reflect"
	"sync/atomic"
	"unsafe"

	lib "modernc.org/libquickjs"
	"modernc.org/quickjs"
)

// poll is the counter of a machine's steps until it next asks whether to stop. It
// starts at 10,000, and a step may take a tenth of a second, such as one that copies
// all of the memory: a loop around one would run on for a quarter of an hour.
type poll struct{ counter *int32 }

// pollOf finds the counter, which the library does not show; a poll without one does
// nothing, and the machine then asks in its own time.
func pollOf(vm *quickjs.VM) poll {
	context := reflect.ValueOf(vm).Elem().FieldByName("cContext")
	if !context.IsValid() || context.Kind() != reflect.Uintptr || context.Uint() == 0 {
		return poll{}
	}
	at := uintptr(context.Uint()) // memory of the engine's, which Go does not move
	return poll{&(*(**lib.TJSContext)(unsafe.Pointer(&at))).Finterrupt_counter}
}

// now has the machine ask at its next step. It may be called from any goroutine until
// the machine is closed; the machine may write over it, so it is called again.
func (p poll) now() {
	if p.counter != nil {
		atomic.StoreInt32(p.counter, 0)
	}
}
