package sandbox_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"parley/codefirst/sandbox"
)

// A call that fails is the code's to handle: what it does not is a fault, whoever made the
// promise that nothing waits for.
func TestFailuresThatNothingWaitsForAreFaults(t *testing.T) {
	for _, test := range []struct{ name, code, want string }{
		{"a call", "fail()\nreturn 1", "fail() failed, and the code did not await it: no luck"},
		{"with its argument", "\nfail({ a: 1 })\nreturn 1", `fail({"a":1}) failed, and the code did not await it: no luck`},
		{"in a function of forEach", "[1, 2].forEach(async n => { if (n > 1) await fail(n) })\nreturn 1", "fail(2) failed"},
		{"of an async function", "async function save() { await fail() }\nsave()\nreturn 1", "fail() failed"},
		{"two of them", "fail(1)\nfail(2)\nreturn 1", "no luck; fail(2) failed, and the code did not await it: no luck"},
		{"by then", "fail().then(x => x)\nreturn 1", "fail() failed"},
		{"twice by then", "const p = fail()\np.then(x => x)\np.then(x => x)\nreturn 1", "fail() failed, and the code did not await it: no luck"},
		{"by finally", "fail().finally(() => {})\nreturn 1", "fail() failed"},
		{"with another error", "(async () => { try { await fail() } catch (e) { throw new TypeError('not kept: ' + e.message) } })()\nreturn 1",
			"TypeError: an async function failed, and the code did not await it: not kept: no luck"},
		{"with no error", "Promise.reject('so')\nreturn 1", "an async function failed, and the code did not await it: so"},
		{"in the handler", "fail().catch(e => { throw e })\nreturn 1", "fail() failed"},
		{"before the code throws", "fail()\nawait ping(1)\nthrow new Error('other')", "Error: other (beside it fail() failed"},
		{"what it waits for never comes", "await new Promise(async resolve => resolve(await fail()))\nreturn 1", "fail() failed"},
		{"all in many", "for (let i = 0; i < 30; i++) fail(i)\nreturn 1", "; and 20 more"},
		{"thousands", "for (let i = 0; i < 20000; i++) Promise.reject(i)\nreturn 1", "; and 19990 more"},
		{"of hidden handlers", "Promise.prototype.then = () => {}\nfail()\nreturn 1", "read-only"},
	} {
		t.Run(test.name, func(t *testing.T) {
			out, err := run(t, test.code, room(sandbox.Limits{}), &host{})
			if err != nil || out.Fault == nil || !strings.Contains(out.Fault.Error(), test.want) || out.Returned != nil {
				t.Errorf("returned %s, %v, %v; want a fault with %q", out.Returned, out.Fault, err, test.want)
			}
		})
	}
}

func TestFaultOfAFailureNamesItsLine(t *testing.T) {
	out, err := run(t, "const a = 1\nfail()\nreturn a", room(sandbox.Limits{}), &host{})
	if err != nil || out.Fault == nil || out.Fault.Line != 2 || !strings.Contains(out.Fault.Listing, "> 002 | fail()") {
		t.Errorf("fault %+v, %v", out.Fault, err)
	}
}

func TestFailuresThatAreHandledAreNone(t *testing.T) {
	for name, code := range map[string]string{
		"await":            "try { await fail() } catch {}\nreturn 1",
		"catch":            "fail().catch(() => {})\nreturn 1",
		"all settled":      "await Promise.allSettled([fail(), fail()])\nreturn 1",
		"any":              "return await Promise.any([fail(), ping(1)])",
		"all":              "try { await Promise.all([fail(1), fail(2), ping(1)]) } catch {}\nreturn 1",
		"late":             "const p = fail()\nawait ping(1)\nawait ping(2)\ntry { await p } catch {}\nreturn 1",
		"late, by catch":   "const p = fail()\nawait ping(1)\nawait ping(2)\np.catch(() => {})\nreturn 1",
		"after the return": "const p = fail()\nping(1).then(() => ping(2)).then(() => p.catch(() => {}))\nreturn 1",
		"one that throws":  "const ps = [1, 2].map(async () => { throw new Error('x') })\nawait Promise.allSettled(ps)\nreturn 1",
	} {
		t.Run(name, func(t *testing.T) {
			out, err := run(t, code, room(sandbox.Limits{}), &host{})
			if err != nil || out.Fault != nil || string(out.Returned) != "1" {
				t.Errorf("returned %s, %v, %v", out.Returned, out.Fault, err)
			}
		})
	}
}

// What a program leaves running at its return is waited for, and what it does then counts.
func TestCallsAreWaitedForAtTheReturn(t *testing.T) {
	h := &host{}
	out, err := run(t, "(async () => { await ping(1); await ping(2); await ping(3) })()\nreturn 1", room(sandbox.Limits{}), h)
	if err != nil || out.Fault != nil || len(h.called) != 3 || len(out.Calls) != 3 || out.Calls[2].Order == 0 {
		t.Errorf("%d calls, %+v, %v", len(h.called), out, err)
	}
}

// A stop that waits for what is beside it runs no more code, makes no more calls, and
// tells of each call what came of it.
func TestStopBesideWaitsForTheCallsThatWereMade(t *testing.T) {
	let := make(chan struct{})
	h := &host{}
	h.call = func(_ context.Context, c sandbox.Call) (json.RawMessage, error) {
		switch c.Name {
		case "stop":
			defer close(let)
			return nil, sandbox.StopBeside(errStopped)
		case "fail":
			<-let
			return nil, sandbox.Unknown(errors.New("cut off"))
		}
		<-let
		return c.Args, nil
	}
	env := room(sandbox.Limits{Parallel: 2})
	const code = "const more = n => ping(n).then(() => ping(n))\nawait Promise.all([stop(), more(1), fail(), more(2)])\nreturn 1"
	out, err := run(t, code, env, h)
	if !errors.Is(err, errStopped) || out.Fault != nil || out.Returned != nil || len(out.Calls) != 4 {
		t.Fatalf("%+v, %v", out, err)
	}
	for _, c := range out.Calls {
		if (c.Order > 0) != (c.Name != "stop") || c.Unknown != (c.Name == "fail") {
			t.Errorf("%+v", c)
		}
	}
	if n := len(h.kept); n != 7 || h.kept[6].Order != 3 {
		t.Errorf("%d records, %+v", n, h.kept)
	}
}
