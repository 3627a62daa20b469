package app

import (
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"testing"
	"time"

	"parley"
	"parley/assistant"
	"parley/assistant/calendar"
	"parley/assistant/state"
	"parley/assistant/trip"
	"parley/journal"
	"parley/scenarios"
	"parley/web"
)

func TestAssistantCommandOf(t *testing.T) {
	title, notes, due, high, done := "Buy milk", "two of them", parley.Due("2026-11-24"), parley.High, parley.Completed
	at := time.Date(2026, 11, 24, 10, 0, 0, 0, time.UTC)
	for name, tt := range map[string]struct {
		asked web.AssistantCommand
		want  state.Command
	}{
		"add": {
			web.AssistantCommand{Type: "task.add", Title: &title, Notes: &notes, DueDate: &due, Priority: &high, Status: &done, ID: "t9"},
			state.AddTask{Task: parley.Task{Title: title, Notes: notes, DueDate: due, Priority: high}},
		},
		"add nothing": {web.AssistantCommand{Type: "task.add"}, state.AddTask{}},
		"complete":    {web.AssistantCommand{Type: "task.complete", ID: "t1"}, state.CompleteTask{ID: "t1"}},
		"update": {
			web.AssistantCommand{Type: "task.update", ID: "t1", Title: &title, DueDate: &due, Status: &done, DependsOn: &[]string{"t2"}},
			state.UpdateTask{ID: "t1", Title: &title, Due: &due, Status: &done, DependsOn: &[]string{"t2"}},
		},
		"delete": {web.AssistantCommand{Type: "task.delete", ID: "t1"}, state.DeleteTask{ID: "t1"}},
		"remind": {
			web.AssistantCommand{Type: "reminder.set", Text: "tea", At: &at},
			state.SetReminder{Reminder: parley.Reminder{Text: "tea", At: at}},
		},
		"remind at no time": {web.AssistantCommand{Type: "reminder.set", Text: "tea"}, nil},
		"cancel":            {web.AssistantCommand{Type: "reminder.cancel", ID: "r1"}, state.CancelReminder{ID: "r1"}},
		"seen":              {web.AssistantCommand{Type: "reminder.seen", ID: "r1"}, state.TellReminder{ID: "r1"}},
		"correct": {
			web.AssistantCommand{Type: "memory.correct", ID: "m1", Text: "tea"},
			state.CorrectMemory{ID: "m1", Text: "tea"},
		},
		"erase":           {web.AssistantCommand{Type: "memory.erase", ID: "m1"}, state.EraseMemory{ID: "m1"}},
		"zone":            {web.AssistantCommand{Type: "profile", Zone: "Asia/Tokyo"}, state.SetZone{Zone: "Asia/Tokyo"}},
		"nothing":         {web.AssistantCommand{}, nil},
		"an event's name": {web.AssistantCommand{Type: "task.created", Title: &title}, nil},
	} {
		if got := commandOf(tt.asked); !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%s: %+v, want %+v", name, got, tt.want)
		}
	}
}

// What a user may know of an error they are told with its status; the rest is not
// theirs.
func TestAssistantRefused(t *testing.T) {
	for _, tt := range []struct {
		err    error
		status int // 0 for an error that stays as it is
		again  time.Duration
	}{
		{assistant.ErrNotSaved, http.StatusServiceUnavailable, 2 * time.Second},
		{assistant.ErrUnsure, http.StatusServiceUnavailable, 2 * time.Second},
		{assistant.ErrDamaged, http.StatusServiceUnavailable, time.Minute},
		{state.ErrEmpty, http.StatusBadRequest, 0},
		{state.ErrInvalid, http.StatusBadRequest, 0},
		{calendar.ErrNotCalendar, http.StatusBadRequest, 0},
		{state.ErrTooLong, http.StatusRequestEntityTooLarge, 0},
		{calendar.ErrTooLarge, http.StatusRequestEntityTooLarge, 0},
		{journal.ErrTooLarge, http.StatusRequestEntityTooLarge, 0},
		{state.ErrUnknown, http.StatusNotFound, 0},
		{state.Duplicate{ID: "t1"}, http.StatusConflict, 0},
		{state.ErrQuota, http.StatusTooManyRequests, time.Minute},
		{state.ErrFull, http.StatusUnprocessableEntity, 0},
		{journal.ErrDamaged, 0, 0},
		{errors.New("disk on fire"), 0, 0},
	} {
		var told *web.Refused
		err := refused(fmt.Errorf("do it: %w", tt.err))
		if !errors.As(err, &told) {
			told = &web.Refused{}
		}
		if told.Status != tt.status || told.RetryAfter != tt.again || tt.status == 0 && !errors.Is(err, tt.err) {
			t.Errorf("%v: %+v, want status %d", tt.err, told, tt.status)
		}
	}
	if err := refused(nil); err != nil {
		t.Errorf("refused(nil) = %v", err)
	}
	for _, known := range []error{assistant.ErrUnsure, assistant.ErrDamaged} {
		if err := refused(fmt.Errorf("%w: %w", known, errors.New("nats://10.0.0.7"))); err.Error() != known.Error() {
			t.Errorf("told %q, want %q", err, known)
		}
	}
	// Where the store is, is nobody's business.
	if err := refused(fmt.Errorf("%w: nats://10.0.0.7: no route", assistant.ErrNotSaved)); err.Error() != assistant.ErrNotSaved.Error() {
		t.Errorf("told %q", err)
	}
}

func TestAssistantScene(t *testing.T) {
	library, err := scenarios.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	a := &assistants{library: library}
	for id, want := range map[string]string{
		"": "taskAgent", "chiefOfStaff": "chiefOfStaff", "riskyProjectApproval": "", "noSuchScene": "",
	} {
		s, err := a.scene(id)
		var told *web.Refused
		switch {
		case want != "" && (err != nil || s.ID != want):
			t.Errorf("scene %q: %q, %v", id, s.ID, err)
		case want == "" && (!errors.As(err, &told) || told.Status != http.StatusNotFound):
			t.Errorf("scene %q: %v, want 404", id, err)
		}
	}
}

func TestAssistantFlightSources(t *testing.T) {
	for source, want := range map[string]error{
		"": nil, "https://flights.example/mcp": nil, "flights --all": nil, " ": trip.ErrConfig, "http://": trip.ErrConfig,
	} {
		m, err := openFlights(source)
		if !errors.Is(err, want) {
			t.Errorf("%q: %v, want %v", source, err, want)
		}
		if m != nil {
			m.Close()
		}
	}
}
