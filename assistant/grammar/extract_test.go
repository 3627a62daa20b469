package grammar

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"parley"
)

// extractions are texts and the tasks in them, as "title | date as said | priority".
var extractions = []struct {
	text string
	want []string
}{
	{"Call HR and send report by Friday", []string{"Call HR | Friday", "Send report | Friday"}},
	{"call hr and send report by friday", []string{"Call hr | friday", "Send report | friday"}},
	{"buy milk, eggs and bread", []string{"Buy milk, eggs and bread"}},
	{"email Anna and Bob", []string{"Email Anna and Bob"}},
	{"I have to call HR tomorrow and the weather is nice", []string{"Call HR | tomorrow"}},
	{"the weather is nice", nil},
	{"The weather is nice. Water the plants!", []string{"Water the plants"}},
	{"Hi there, how are you?", nil},
	{"Thanks a lot, see you tomorrow", nil},
	{"Should I call HR?", nil},
	{"Let's book a table for friday and invite Tom", []string{"Book a table | friday", "Invite Tom"}},
	{"don't forget to pay the rent, water the plants and walk the dog", []string{"Pay the rent", "Water the plants", "Walk the dog"}},
	{"urgent: fix the login bug. Then deploy the release by monday", []string{"Fix the login bug | high", "Deploy the release | monday"}},
	{"read and sign the contract", []string{"Read and sign the contract"}},
	{"tomorrow i need to pick up the kids and buy bread", []string{"Pick up the kids | tomorrow", "Buy bread | tomorrow"}},
	{"We should review the budget on thursday. Anna will write the minutes.", []string{"Review the budget | thursday"}},
	{"buy paint and brush", []string{"Buy paint and brush"}},
	{"buy paint and water the plants", []string{"Buy paint", "Water the plants"}},
	{"go to the bank and post office", []string{"Go to the bank and post office"}},
	{"Call HR. call hr. Call HR!", []string{"Call HR"}},
	{"1. buy milk\n2. call mum\n- [ ] pay the rent asap", []string{"Buy milk", "Call mum", "Pay the rent | high"}},
	{"um i need to uh call the dentist asap and also email anna", []string{"Call the dentist | high", "Email anna"}},
	{"prepare for the monday meeting", []string{"Prepare for the monday meeting"}},
	{"i must finish the slides before noon, i think anna has the numbers", []string{"Finish the slides | noon"}},
	{"Thank you for your help, see you tomorrow", nil},
	{"take out the trash every monday", []string{"Take out the trash | every monday"}},
	{"I called HR yesterday", nil},
	{"Have a nice day", nil},
	{"test results came back", nil},
	{"call mum tomorrow, buy milk on friday and book flights by monday", []string{"Call mum | tomorrow", "Buy milk | friday", "Book flights | monday"}},
	{"todo: buy milk; call mum; pay rent", []string{"Buy milk", "Call mum", "Pay rent"}},
	{"i need to know if you are coming", nil},
	{"i have to say that was great", nil},
	{"buy milk and call mum because she is ill", []string{"Buy milk", "Call mum because she is ill"}},
	{"Meeting went well", nil},
	{"make dinner reservations and confirm with Bob by noon", []string{"Make dinner reservations | noon", "Confirm with Bob | noon"}},
	{"the client called and we need to send the offer today", []string{"Send the offer | today"}},
	{"add a task to call mum and remind me to feed the cat", []string{"Call mum", "Feed the cat"}},
	{"clean the garage when i have time", []string{"Clean the garage | low"}},
	{"buy a critical edition of Hamlet", []string{"Buy a critical edition of Hamlet"}},
	{"find out what is urgent", []string{"Find out what is urgent"}},
	{"Dear team, please update the wiki by Thursday. Best, Anna", []string{"Update the wiki | Thursday"}},
	{"we talked about the budget and the new office", nil},
	{"it was a good meeting and everyone was happy", nil},
	{"please don't call HR", nil},
	{"I'd come with you and hold your hand", nil},
	{"take it or leave it", nil},
	{"I have to tell you that the office is closed", nil},
	{"I should like to invite you and your brother", nil},
	{"Todo se ve tan limpio", nil},
	{"todo: Anna's birthday", []string{"Anna's birthday"}},
	{"Hi Anna, call the bank today, please", []string{"Call the bank | today"}},
	{"she said we should meet and then went home", nil},
	{"Call HR before sending the report", []string{"Call HR", "Send the report | after 0"}},
	{"call hr before sending the report by friday", []string{"Call hr | friday", "Send the report | friday | after 0"}},
	{"Send the report after calling HR", []string{"Call HR", "Send the report | after 0"}},
	{"buy milk. I need to ask Anna before booking a room and getting her keys",
		[]string{"Buy milk", "Ask Anna", "Book a room and getting her keys | after 1"}},
	{"call HR, then ask Tom before writing the offer", []string{"Call HR", "Ask Tom", "Write the offer | after 1"}},
	{"call HR. Call HR before sending the report", []string{"Call HR", "Send the report | after 0"}},
	{"send the report. Send the report after calling HR", []string{"Send the report", "Call HR"}},
	{"wash your hands before eating", []string{"Wash your hands before eating"}},
	{"lock the door before leaving the house", []string{"Lock the door before leaving the house"}},
	{"call HR before the meeting", []string{"Call HR before the meeting"}},
	{"print the slides before going to bed", []string{"Print the slides before going to bed"}},
	{"", nil},
	{"?!", nil},
}

func TestExtract(t *testing.T) {
	for _, c := range extractions {
		var got []string
		for _, e := range Extract(c.text, wednesday) {
			line := e.Title
			if e.DueText != "" {
				line += " | " + e.DueText
			}
			if e.Priority != parley.Normal {
				line += " | " + string(e.Priority)
			}
			for _, i := range e.After {
				line += " | after " + strconv.Itoa(i)
			}
			if (e.Due == "") != (e.DueText == "") {
				t.Errorf("%q: due %q, said %q", c.text, e.Due, e.DueText)
			}
			got = append(got, line)
		}
		if fmt.Sprint(got) != fmt.Sprint(c.want) {
			t.Errorf("%q\n got %q\nwant %q", c.text, got, c.want)
		}
	}
}

func TestExtractBounds(t *testing.T) {
	long := strings.Repeat("x", 2*parley.MaxTitle)
	for _, e := range Extract("buy "+long+". buy "+strings.Repeat("more milk ", 20), wednesday) {
		if n := len([]rune(e.Title)); n > parley.MaxTitle {
			t.Errorf("a title of %d characters", n)
		}
	}
	if got := Extract(strings.Repeat("- \n", maxExtract/3)+"x\nbuy milk", wednesday); len(got) != 0 {
		t.Errorf("what is behind %d characters was read: %v", maxExtract, got)
	}
}

// What points at something that was talked of is no task of its own.
func TestExtractNothingBare(t *testing.T) {
	for _, text := range []string{"Make it urgent", "move it", "do that", "please do this by Friday"} {
		if found := Extract(text, wednesday); len(found) > 0 {
			t.Errorf("%q: found %+v", text, found)
		}
	}
}
