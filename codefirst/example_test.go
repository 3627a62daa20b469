package codefirst_test

import (
	"context"
	"fmt"

	"parley/codefirst"
	"parley/codefirst/scripted"
	"parley/llm"
	"parley/tool"
)

// A task in worker mode: the model writes a program that calls two tools. Here a script
// writes it; llm/openai has an Engine for services that speak the OpenAI API.
func Example() {
	type trip struct {
		From string `json:"from" jsonschema:"a city"`
		To   string `json:"to" jsonschema:"a city"`
	}
	price, err := tool.New("getTicketPrice", "The price of a flight in dollars.",
		func(context.Context, tool.Call, trip) (int, error) { return 420, nil }, tool.ReadOnly())
	if err != nil {
		panic(err)
	}
	buy, err := tool.New("buyTicket", "Buys a flight and gives its number.",
		func(_ context.Context, _ tool.Call, t trip) (string, error) { return t.From + "-" + t.To, nil })
	if err != nil {
		panic(err)
	}
	model := scripted.New(`
// a budget of $500
const price = await getTicketPrice({ from: 'Quebec', to: 'New York' })
if (price > 500) {
  return { action: 'done', success: false, error: 'too dear' }
}
const ticket = await buyTicket({ from: 'Quebec', to: 'New York' })
return { action: 'done', success: true, result: ticket }`)
	result, err := codefirst.Execute(context.Background(), codefirst.Params{
		Models:       []llm.Engine{model},
		Instructions: "Book a flight from Quebec to New York for $500 at most.",
		Tools:        []tool.Tool{price, buy},
	})
	if err != nil {
		panic(err)
	}
	done, err := codefirst.Done.Output(result)
	fmt.Println(done.Success, done.Result, err)
	// Output: true Quebec-New York <nil>
}
