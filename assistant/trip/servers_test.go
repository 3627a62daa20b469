package trip_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"sync/atomic"
	"syscall"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"parley"
	"parley/assistant/trip"
	"parley/assistant/trip/fixture"
)

// serve is a server that does as mode says, on a leash.
func serve(mode string) {
	leash, err := net.Dial("unix", os.Getenv(envLeash))
	if err != nil {
		panic(err)
	}
	fmt.Fprintln(leash, os.Getpid())
	held := make(chan struct{}) // until the test that holds the other end is over
	go func() {
		_, _ = io.Copy(io.Discard, leash)
		close(held)
	}()
	switch mode {
	case "hang": // at the start
		signal.Ignore(syscall.SIGTERM)
		<-held
	case "garbage":
		fmt.Println("Welcome to the flight server!")
		<-held
	case "flood":
		fmt.Print(`{"jsonrpc":"2.0","id":1,"result":"`)
		for chunk := bytes.Repeat([]byte("a"), 1<<20); err == nil; {
			_, err = os.Stdout.Write(chunk)
		}
		<-held
	case "stubborn": // it ends with neither its input nor SIGTERM
		signal.Ignore(syscall.SIGTERM)
		_ = fixture.Serve(context.Background(), os.Stdin, os.Stdout)
		<-held
	case "parent": // of a process that does not end with it
		child := exec.CommandContext(context.Background(), os.Args[0])
		child.Env = append(os.Environ(), envMode+"=hang")
		if err := child.Start(); err != nil {
			panic(err)
		}
		_ = fixture.Serve(context.Background(), os.Stdin, os.Stdout)
	case "chatty":
		fmt.Fprintln(os.Stderr, "SECRET: what a user said")
		_ = fixture.Serve(context.Background(), os.Stdin, os.Stdout)
	case "no tool":
		_ = mcp.NewServer(&mcp.Implementation{Name: "empty"}, nil).Run(context.Background(), &mcp.StdioTransport{})
	default:
		serveTool(mode, leash)
	}
}

// serveTool serves a tool that answers as mode says.
func serveTool(mode string, leash io.Writer) {
	s := mcp.NewServer(&mcp.Implementation{Name: mode}, nil)
	var calls atomic.Int32
	schema := map[string]any{"type": "object"}
	answer := func(ctx context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		fmt.Fprintln(leash, string(r.Params.Arguments))
		return toolAnswer(ctx, mode, calls.Add(1))
	}
	s.AddTool(&mcp.Tool{Name: trip.DefaultTool, InputSchema: schema}, answer)
	_ = s.Run(context.Background(), &mcp.StdioTransport{})
}

// toolAnswer is the answer to the n-th call, from 1.
func toolAnswer(ctx context.Context, mode string, n int32) (*mcp.CallToolResult, error) {
	switch {
	case mode == "dies", mode == "dies second" && n > 1:
		os.Exit(3)
	case mode == "hangs", mode == "hangs first" && n == 1:
		<-ctx.Done()
		return nil, ctx.Err()
	}
	switch mode {
	case "refuses":
		text := "no flights\nto\tthere\x00 " + strings.Repeat("é", 500)
		return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: text}}}, nil
	case "environment":
		text := "secret=" + os.Getenv("PARLEY_SECRET") + " path=" + os.Getenv("PATH")
		return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: text}}}, nil
	case "text":
		return &mcp.CallToolResult{Content: []mcp.Content{
			&mcp.ImageContent{MIMEType: "image/png", Data: []byte{1}}, &mcp.TextContent{Text: string(structured(madeUp(fixture.Count)))},
		}}, nil
	case "prose":
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "There are ten flights."}}}, nil
	case "silent":
		return &mcp.CallToolResult{}, nil
	case "none":
		return &mcp.CallToolResult{StructuredContent: json.RawMessage(`{"options":[]}`)}, nil
	case "wrong":
		return &mcp.CallToolResult{StructuredContent: json.RawMessage(`{"options":[1,"a",null,{"flight_id":7},{}]}`)}, nil
	case "half":
		list := string(structured(madeUp(2)))
		return &mcp.CallToolResult{StructuredContent: json.RawMessage(strings.Replace(list, `"economy"`, `"SECRET"`, 1))}, nil
	case "200":
		return &mcp.CallToolResult{StructuredContent: json.RawMessage(structured(madeUp(200)))}, nil
	}
	return &mcp.CallToolResult{StructuredContent: json.RawMessage(structured(madeUp(fixture.Count)))}, nil
}

// madeUp are n options for the trip to Paris, with ids of their own.
func madeUp(n int) []parley.Flight {
	made, err := fixture.Search(paris)
	if err != nil {
		panic(err)
	}
	flights := make([]parley.Flight, n)
	for i := range flights {
		flights[i] = made[i%len(made)].Flight
		flights[i].ID = fmt.Sprintf("f%03d", i)
	}
	return flights
}

func structured(flights []parley.Flight) []byte {
	data, err := json.Marshal(map[string]any{"options": flights})
	if err != nil {
		panic(err)
	}
	return data
}
