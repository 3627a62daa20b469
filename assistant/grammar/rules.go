package grammar

import (
	"parley"
	"parley/language"
)

// group is what several patterns mean, which are the phrases of its name.
type group struct {
	name string
	// read makes the calls of a match, none if the words are not meant so.
	read func(*reader, *language.Match) []Call
	// asks allows a question mark: the pattern is a question, or no less a command
	// for being put as one.
	asks bool
	// alone keeps it from being the later part of "... and ...".
	alone bool
}

// groups is the grammar. A clause means the first pattern that holds and for which
// read gives calls, from top to bottom.
var groups = []group{
	{name: "reminders.set", read: setReminder},
	{name: "reminders.cancel", read: cancelReminder},
	{name: "reminders.list", read: plain("reminders.list"), asks: true},

	{name: "tasks.note", read: noteTask},
	{name: "tasks.due clear", read: setDue(true)},
	{name: "tasks.later it", read: pointed(shiftDue(true))},
	{name: "tasks.due it", read: pointed(setDue(true))},
	{name: "tasks.later", read: shiftDue(false)},
	{name: "tasks.due", read: setDue(false)},
	{name: "tasks.done clear", read: complete(true)},
	{name: "tasks.done", read: complete(false)},
	{name: "tasks.did", read: didTask},
	{name: "tasks.priority clear", read: setPriority(true)},
	{name: "tasks.priority", read: setPriority(false)},
	{name: "tasks.open", read: setStatus(parley.Pending, false)},
	{name: "tasks.begin clear", read: setStatus(parley.InProgress, true)},
	{name: "tasks.begin", read: setStatus(parley.InProgress, false)},
	{name: "tasks.cancel", read: setStatus(parley.Cancelled, false)},
	{name: "tasks.rename", read: rename},
	{name: "tasks.change", read: change},
	{name: "tasks.remove clear", read: remove(true)},
	{name: "tasks.remove", read: remove(false)},

	{name: "tasks.add", read: addTask},
	{name: "tasks.add several", read: addTasks},
	{name: "tasks.add loosely", read: addLoose},
	{name: "tasks.add duty", read: addDuty},
	{name: "tasks.list", read: listTasks, asks: true},

	{name: "digest.today", read: plain("digest.today"), asks: true},
	{name: "calendar.day", read: calendarDay, asks: true},
	{name: "digest.conversation", read: plain("digest.conversation"), asks: true},
	{name: "digest.notes", read: takeText("digest.notes")},
	{name: "tasks.extract", read: takeText("tasks.extract")},
	{name: "tasks.plan", read: plain("tasks.plan"), asks: true},

	{name: "trips.book", read: bookFlight},
	{name: "trips.search", read: searchTrips, asks: true},

	{name: "memory.remember", read: remember},
	{name: "memory.name", read: remember, alone: true},
	{name: "memory.prefer", read: prefer, alone: true},
	{name: "memory.recall", read: recall, asks: true},
	{name: "memory.forget", read: forget},

	{name: "profile.zone", read: setZone},
	{name: "profile.place", read: setPlace, alone: true},
	{name: "help.commands", read: plain("help"), asks: true, alone: true},
}
