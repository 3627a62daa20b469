package tsx_test

import (
	"fmt"
	"strings"
	"testing"

	"parley/codefirst/tsx"
)

// TestCallsWithTheNamesOfTheirFields holds both which calls are known before they run and
// which are not: those whose object is not all there, which nobody waits for, or whose
// failure is caught.
func TestCallsWithTheNamesOfTheirFields(t *testing.T) {
	tools := []string{"get", "tasks.add", "tasks.list.all"}
	for code, want := range map[string]string{
		"await get({ id: 1 })": "1:7 get[id]",
		"const a = 1\nconst b = await get({ 'id': a, \"x-y\": 2, })":                    "2:17 get[id x-y]",
		"await tasks.add({ id, t: [1, { a: 2 }], f: (a, b) => ({ c: a }), s: 'a, b' })": "1:7 tasks.add[id t f s]",
		"await get({})":                                    "1:7 get[]",
		"await tasks.list.all({ n: 1 })":                   "1:7 tasks.list.all[n]",
		"const n = get({ id: 1 }).name":                    "1:11 get[id]",
		"yield <Text>{(await get({ id: 1 })).name}</Text>": "1:21 get[id]",
		"await get({ id: await get({ n: 2 }) })":           "1:7 get[id], 1:23 get[n]",
		"await get({ id: cond ? 1 : 2, b: 3 })":            "1:7 get[id b]",
		// What is not known, or is somebody else's business.
		"await get(args)":                                 "",
		"await get()":                                     "",
		"await get({ ...args })":                          "",
		"await get({ [name]: 1 })":                        "",
		"await get({ id() { return 1 } })":                "",
		"await get({ get id() { return 1 } })":            "",
		"await get({ id: 1 }, 2)":                         "",
		"await get({ 1: 2 })":                             "",
		"await get({ 'i\\'d': 2 })":                       "",
		"get({ id: 1 })":                                  "",
		"get({ id: 1 }).catch(() => 0)":                   "",
		"await other({ id: 1 })":                          "",
		"await tasks({ id: 1 })":                          "",
		"await x.get({ id: 1 })":                          "",
		"const get = async (o) => o\nawait get({ a: 1 })": "",
		"try { await get({ a: 1 }) } catch { return 1 }":  "",
		"try { if (x) { for (const a of b) { await get({ a }) } } } finally {}": "",
		"await get({ id: 1": "",
		"":                  "",
	} {
		u, err := tsx.Read(code, tools)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, c := range u.Calls() {
			got = append(got, fmt.Sprintf("%d:%d %s%v", c.Line, c.Column, c.Tool, c.Fields))
		}
		if all := strings.Join(got, ", "); all != want {
			t.Errorf("%s\n%q, want %q", code, all, want)
		}
	}
}
