package sandbox

import (
	"errors"
	"reflect"
	"unsafe"

	"modernc.org/libc"
	lib "modernc.org/libquickjs"
	"modernc.org/quickjs"
)

// rejection is what the engine calls when a promise has failed that nothing waits for, and
// when something comes to wait for it after all, which is handled not 0.
type rejection = func(tls *libc.TLS, ctx uintptr, promise, reason lib.TJSValue, handled int32, opaque uintptr)

// tracker hands that on to the prelude; the library does not show it.
type tracker struct {
	rt     *lib.TJSRuntime
	called *rejection // the engine's memory does not keep it
}

// errEngine means a library whose insides are not those that this package knows.
var errEngine = errors.New("the engine does not tell of promises that fail")

// track has vm tell f of every such promise: f(promise, reason, handled). What f throws is
// forgotten: the machine has no memory or no time then, and its run ends for that.
func track(vm *quickjs.VM, f *quickjs.Value) (*tracker, error) {
	inside, value := reflect.ValueOf(vm).Elem().FieldByName("cContext"), reflect.ValueOf(f).Elem().FieldByName("v")
	if !inside.IsValid() || inside.Kind() != reflect.Uintptr || inside.Uint() == 0 ||
		!value.IsValid() || value.Type() != reflect.TypeFor[lib.TJSValue]() {
		return nil, errEngine
	}
	at := uintptr(inside.Uint()) // memory of the engine's, which Go does not move
	c := *(**lib.TJSContext)(unsafe.Pointer(&at))
	target := *(*lib.TJSValue)(unsafe.Pointer(value.UnsafeAddr()))
	called := func(tls *libc.TLS, ctx uintptr, promise, reason lib.TJSValue, handled int32, _ uintptr) {
		const size = unsafe.Sizeof(lib.TJSValue{})
		args := tls.Alloc(3 * int(size))
		defer tls.Free(3 * int(size))
		given := *(**[3]lib.TJSValue)(unsafe.Pointer(&args))
		*given = [3]lib.TJSValue{promise, reason, {Ftag: lib.EJS_TAG_BOOL}}
		given[2].Fu.Fuint641 = lib.Tuint64_t(handled)
		result := lib.XJS_Call(tls, ctx, target, lib.TJSValue{Ftag: lib.EJS_TAG_UNDEFINED}, 3, args)
		if result.Ftag == lib.EJS_TAG_EXCEPTION {
			result = lib.XJS_GetException(tls, ctx)
		}
		lib.XFreeValue(tls, ctx, result)
	}
	t := &tracker{rt: *(**lib.TJSRuntime)(unsafe.Pointer(&c.Frt)), called: &called}
	t.rt.Fhost_promise_rejection_tracker = *(*uintptr)(unsafe.Pointer(&called))
	return t, nil
}

// end has the engine tell no more, before f is freed.
func (t *tracker) end() {
	if t != nil {
		t.rt.Fhost_promise_rejection_tracker = 0
	}
}
