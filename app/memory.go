package app

/*
#include <stdlib.h>
#ifdef __GLIBC__
#include <malloc.h>
static void give_back(void) { malloc_trim(0); }
#else
static void give_back(void) {}
#endif
*/
import "C"

import "runtime/debug"

// giveBack returns to the system what starting used and has freed since, for
// the memory of a process that waits for calls: 2 MiB of Go's garbage, and 4 to
// 7 MiB that C libraries freed, most of it ONNX Runtime's after it has optimised
// a model. glibc keeps such memory unless told (malloc_trim(3)). It takes some
// milliseconds.
func giveBack() {
	debug.FreeOSMemory()
	C.give_back()
}
