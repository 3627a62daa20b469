// Package quality measures turn-taking: does the character stay out of the
// user's pauses, go on over an "mm-hm" or a cough, fall silent for a real
// interruption, and caption what was truly heard?
//
// Scripted callers say spoken fixtures (testdata) over real WebRTC, clean, in
// noise and with lost packets, to real sessions with the real voice detector.
// What is recognised, thought and spoken is set, so that a failure is one of
// turn-taking: package oracle recognises what the caller says without error and
// with set delays, package beep gives the character a voice of which every word
// can be told apart at the caller's end.
package quality
