package queue

import (
	"slices"
	"testing"

	"parley"
	"parley/checker"
)

func (p *pending) numbers() (all []int) {
	if p.asked != nil {
		all = append(all, p.asked.number)
	}
	for _, w := range p.waiting {
		all = append(all, w.number)
	}
	return all
}

func on(exchange int) ruling {
	return ruling{version, parley.Verdict{Exchange: exchange}, checker.Ledger{Exchange: exchange}}
}

func TestPending(t *testing.T) {
	var p pending
	add := func(numbers ...int) (leftOut int) {
		for _, n := range numbers {
			if p.add(n, nil) {
				leftOut++
			}
		}
		return leftOut
	}
	expect := func(when string, want ...int) {
		t.Helper()
		if got := p.numbers(); !slices.Equal(got, want) {
			t.Errorf("%s: asked first, then waiting: %v, want %v", when, got, want)
		}
	}
	if out := add(1, 2, 2, 1, 3, 4, 5); out != 2 {
		t.Errorf("%d left out, want 2", out)
	}
	expect("five came", 1, 4, 5)
	p.asked.sent = true
	p.giveUp(4)
	expect("another one was given up", 1, 4, 5)
	for _, late := range []int{0, 4, 9} {
		if p.rule(on(late)) {
			t.Errorf("a verdict on %d was taken while 1 was asked", late)
		}
	}
	if !p.rule(on(1)) || p.rule(on(1)) || p.ledger.Exchange != 1 {
		t.Error("a verdict is to be taken once")
	}
	expect("the first has its verdict", 4, 5)
	p.giveUp(4)
	expect("the second was given up", 5)
	if !p.rule(on(4)) { // put back from the dead letters; 5 has not been sent
		t.Error("the verdict on 4 was not taken")
	}
	p.asked.sent = true
	if !p.rule(on(5)) {
		t.Error("the verdict on 5 was not taken")
	}
	expect("all have theirs")
	if add(5, 4); len(p.numbers()) > 0 {
		t.Errorf("what has its verdict is asked again: %v", p.numbers())
	}
	if !p.rule(on(7)) { // of another agent of this call
		t.Error("the verdict on 7 was not taken")
	}
	add(6, 7, 8)
	expect("the call stands at 7", 8)
}
