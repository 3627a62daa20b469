package codefirst_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"parley/codefirst"
)

func TestOutputTellsWhatItIsNot(t *testing.T) {
	type person struct {
		Name string `json:"name"`
		Age  int    `json:"age" jsonschema:"years [minimum=0]"`
	}
	bought, err := codefirst.NewExit[person]("bought", "Bought.", "paid")
	if err != nil {
		t.Fatal(err)
	}
	leave := codefirst.Exit{Name: "leave"}
	p := codefirst.Params{Loop: 2, Exits: []codefirst.Exit{bought.Exit, leave}}
	read := func(replies ...string) (person, error) {
		r, _ := execute(t, p, replies...)
		return bought.Output(r)
	}
	if got, err := read("return { action: 'Paid', name: 'Ann', age: 3 }"); err != nil || got != (person{"Ann", 3}) {
		t.Errorf("%v, %v", got, err)
	}
	const early, right = "return { action: 'bought', name: 'Ann', age: -3 }", "return { action: 'bought', name: 'Ann', age: 4 }"
	if got, err := read(early, right); err != nil || got.Age != 4 {
		t.Errorf("after a value out of bounds: %v, %v", got, err)
	}
	if _, err := read("return { action: 'leave' }"); !errors.Is(err, codefirst.ErrOtherExit) {
		t.Errorf("another exit: %v", err)
	}
	if _, err := read("return 1", "return 2"); !errors.Is(err, codefirst.ErrLoop) {
		t.Errorf("no exit: %v", err)
	}
	loose := codefirst.Exit{Name: "bought"}
	p.Exits = []codefirst.Exit{loose}
	if _, err := read("return { action: 'bought', value: 'a text' }"); !errors.Is(err, codefirst.ErrValue) {
		t.Errorf("no person: %v", err)
	}
	p.Tools = tools(asks(t, "ask"))
	if _, err := read("await ask()"); !errors.Is(err, codefirst.ErrOtherExit) {
		t.Errorf("interrupted: %v", err)
	}
	if _, err := codefirst.NewExit[chan int]("x", ""); !errors.Is(err, codefirst.ErrParams) {
		t.Errorf("a type without a schema: %v", err)
	}
}

func TestPropIsHeldToItsType(t *testing.T) {
	tags, err := codefirst.Prop("tags", "Of the user.", []string{"a"}, true)
	if err != nil {
		t.Fatal(err)
	}
	id, err := codefirst.Prop("id", "", 7, false)
	if err != nil {
		t.Fatal(err)
	}
	r, _ := execute(t, codefirst.Params{
		Exits: number(t), Objects: []codefirst.Object{{Name: "user", Properties: []codefirst.Property{tags, id}}},
	}, "user.tags = [1]", "user.id = 8", "user.tags = [...user.tags, 'b']\nreturn { action: 'answer', value: user.tags.length + user.id }")
	if statuses(r) != "execution_error execution_error exit_success" || string(r.Value) != "9" || r.LastSuccess() != r.LastIteration() ||
		fmt.Sprint(r.LastIteration().Mutations) != `[user.tags = ["a","b"] (was ["a"])]` {
		t.Errorf("%s, %s, %v, %v", statuses(r), r.Value, r.LastIteration().Mutations, r.Err())
	}
	for i, want := range []string{"user.tags", "user.id is read-only"} {
		if err := r.Iterations[i].Err; err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("iteration %d: %v", i+1, err)
		}
	}
	if _, err := codefirst.Prop("x", "", make(chan int), false); !errors.Is(err, codefirst.ErrParams) {
		t.Errorf("a type without JSON: %v", err)
	}
}
