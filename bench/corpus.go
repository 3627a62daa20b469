package bench

import (
	"context"
	"fmt"

	"parley/bench/caller"
	"parley/bench/stub"
	"parley/tts"
	"parley/tts/flite"
)

// line is something the user says.
type line struct {
	voice, text string
}

// statements are complete sentences without a pause in them, in several voices.
var statements = []line{
	{"awb", "We have cut the costs by ten percent this year."},
	{"slt", "The new supplier can deliver in March."},
	{"rms", "My team has tested it with twenty customers."},
	{"kal16", "I would like to start with one small office."},
	{"slt", "You will have the report on Friday."},
	{"awb", "Nobody else has asked for that money."},
}

// objections are what an interruption sounds like: longer than any answer waits.
var objections = []line{
	{"awb", "But that is not what we agreed on last week."},
	{"slt", "Please let me finish what I was going to say."},
	{"rms", "No, the second quarter was much better than that."},
	{"kal16", "Hold on I have all of the numbers right here."},
}

// record has lines spoken.
func record(ctx context.Context, lines []line) ([]caller.Clip, error) {
	speech, err := flite.Open()
	if err != nil {
		return nil, fmt.Errorf("open the users' voices: %w", err)
	}
	clips := make([]caller.Clip, len(lines))
	for i, l := range lines {
		if clips[i], err = caller.Record(ctx, speech, tts.Voice{Name: l.voice}, l.text); err != nil {
			return nil, err
		}
	}
	return clips, nil
}

// utterances are the clips as a stub hears them.
func utterances(clips []caller.Clip) []stub.Utterance {
	heard := make([]stub.Utterance, len(clips))
	for i, c := range clips {
		heard[i] = stub.Utterance{Text: c.Text, Ends: c.Ends}
	}
	return heard
}
