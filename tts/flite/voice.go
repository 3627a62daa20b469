package flite

/*
#cgo LDFLAGS: -lflite_cmu_us_rms -lflite_cmu_us_slt -lflite_cmu_us_awb -lflite_cmu_us_kal16
#cgo LDFLAGS: -lflite_usenglish -lflite_cmulex -lflite -lm
#include "synth.h"

cst_voice *register_cmu_us_rms(const char *voxdir);
cst_voice *register_cmu_us_slt(const char *voxdir);
cst_voice *register_cmu_us_awb(const char *voxdir);
cst_voice *register_cmu_us_kal16(const char *voxdir);
*/
import "C"

import (
	"errors"
	"slices"
	"strings"
	"sync"

	"parley/tts"
)

// The limits of tts.Voice.Rate: outside them flite's speech is no longer
// understood.
const (
	minRate = 0.5
	maxRate = 2.0
)

// voices are shared by the whole process: flite's registration is not
// thread-safe and cannot be undone, but speaking with a registered voice is
// safe from any number of threads (docs/sources.md).
var voices = sync.OnceValues(func() (map[string]*C.cst_voice, error) {
	C.flite_init()
	v := map[string]*C.cst_voice{
		"rms":   C.register_cmu_us_rms(nil),
		"slt":   C.register_cmu_us_slt(nil),
		"awb":   C.register_cmu_us_awb(nil),
		"kal16": C.register_cmu_us_kal16(nil),
	}
	for name, voice := range v {
		if voice == nil {
			return nil, errors.New("register flite voice " + name)
		}
	}
	return v, nil
})

// light are words for voices that awb is nearer to than rms, which is deep.
var light = []string{"light", "bright", "high", "young", "lively", "quick", "soft", "scottish"}

// voiceName picks the nearest voice flite has. One is female; of the two natural
// male ones awb is the younger.
func voiceName(v tts.Voice) string {
	switch v.Name {
	case "rms", "slt", "awb", "kal16":
		return v.Name
	}
	if v.Gender == "female" {
		return "slt"
	}
	manner := strings.ToLower(v.Manner)
	if v.Age > 0 && v.Age < 30 || slices.ContainsFunc(light, func(word string) bool { return strings.Contains(manner, word) }) {
		return "awb"
	}
	return "rms"
}

// speed is v's rate in flite's range.
func speed(v tts.Voice) float64 {
	if v.Rate == 0 {
		return 1
	}
	return min(max(v.Rate, minRate), maxRate)
}
