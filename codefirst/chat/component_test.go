package chat_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"parley/codefirst/chat"
	"parley/codefirst/tsx"
)

// planeTicket are the props of a component of a caller's own.
type planeTicket struct {
	From  string  `json:"from" jsonschema:"airport code [minLength=3 maxLength=3]"`
	To    string  `json:"to" jsonschema:"airport code [minLength=3 maxLength=3]"`
	Class string  `json:"class,omitempty" jsonschema:"the fare [enum=economy|business default=economy]"`
	Price float64 `json:"price"`
}

func components(t testing.TB) []chat.Component {
	t.Helper()
	all, err := chat.BuiltIn()
	if err != nil {
		t.Fatal(err)
	}
	ticket, err := chat.New[planeTicket]("PlaneTicket", "A ticket.",
		chat.Example{Name: "to Graz", Code: `yield <PlaneTicket from="VIE" to="GRZ" price={80} />`})
	if err != nil {
		t.Fatal(err)
	}
	ticket.Aliases = []string{"Flight"}
	all = append(all, ticket)
	if err := chat.Valid(all); err != nil {
		t.Fatal(err)
	}
	return all
}

func TestElementsAreHeldToTheirComponents(t *testing.T) {
	all := components(t)
	for _, test := range []struct{ name, element, want string }{
		{"text", `{"name":"Message","children":[{"text":"hi"}]}`, `{"name":"Message","children":[{"text":"hi"}]}`},
		{"own props, by an alias, with a default", `{"name":"flight","props":{"from":"VIE","to":"GRZ","price":80}}`,
			`{"name":"PlaneTicket","props":{"class":"economy","from":"VIE","price":80,"to":"GRZ"}}`},
		{"missing props", `{"name":"PlaneTicket","props":{"from":"VIE"}}`, "error: <PlaneTicket>: to is missing; price is missing"},
		{"no props at all", `{"name":"PlaneTicket"}`, "error: from is missing"},
		{"wrong prop", `{"name":"PlaneTicket","props":{"from":"VIE","to":"GRZ","price":"80"}}`, "error: price must be of type number"},
		{"not in the enum", `{"name":"PlaneTicket","props":{"from":"VIE","to":"GRZ","price":1,"class":"x"}}`, "error: class must be one of"},
		{"unknown prop", `{"name":"Message","props":{"color":"red"},"children":[{"text":"a"}]}`, `{"name":"Message","children":[{"text":"a"}]}`},
		{"unknown prop and nothing else", `{"name":"Message","props":{"color":"red"}}`, `error: <Message>: "color" is not a field`},
		{"text as a prop", `{"name":"Message","props":{"text":"a"},"children":[{"text":"b"}]}`,
			`{"name":"Message","children":[{"text":"a\nb"}]}`},
		{"props as HTML names them", `{"name":"Image","props":{"src":"https://example.com/a.png","alt":"A","key":"1"}}`,
			`{"name":"Image","props":{"title":"A","url":"https://example.com/a.png"}}`},
		{"harm by another name", `{"name":"Image","props":{"src":"javascript:alert(1)"}}`, "error: <Image>: the url must be"},
		{"null props", `{"name":"Message","props":null,"children":[{"text":"a"}]}`, `{"name":"Message","children":[{"text":"a"}]}`},
		{"unknown component", `{"name":"Popup"}`, "error: there is no component <Popup>; there are: <Message>, <Text>"},
		{"child not allowed", `{"name":"Text","children":[{"element":{"name":"Card","props":{"title":"a"}}}]}`,
			"error: <Card> may not be inside <Text>, which may hold text"},
		{"text not allowed", `{"name":"Carousel","children":[{"text":"a"}]}`, "error: <Carousel> may not hold text, only <Card>"},
		{"blank text where none may be", `{"name":"Carousel","children":[{"text":"\n "},{"element":{"name":"Card","props":{"title":"a"}}}]}`,
			`{"name":"Carousel","children":[{"element":{"name":"Card","props":{"title":"a"}}}]}`},
		{"empty carousel", `{"name":"Carousel"}`, "error: <Carousel>: it is empty"},
		{"button on its own", `{"name":"Button","children":[{"text":"a"}]}`,
			`{"name":"Message","children":[{"element":{"name":"Button","props":{"action":"say","label":"a"}}}]}`},
		{"button", `{"name":"Message","children":[{"element":{"name":"Button","children":[{"text":" Yes\n"}]}}]}`,
			`{"name":"Message","children":[{"element":{"name":"Button","props":{"action":"say","label":"Yes"}}}]}`},
		{"button without a label", `{"name":"Message","children":[{"element":{"name":"Button"}}]}`, "error: needs a label"},
		{"link", `{"name":"Message","children":[{"element":{"name":"Button","props":{"action":"url","label":"a","url":"https://example.com/a"}}}]}`,
			`{"name":"Message","children":[{"element":{"name":"Button","props":{"action":"url","label":"a","url":"https://example.com/a"}}}]}`},
		{"script", `{"name":"Message","children":[{"element":{"name":"Button","props":{"action":"url","label":"a","url":"javascript:alert(1)"}}}]}`,
			"error: begins with http:// or https://"},
		{"url without the action", `{"name":"Message","children":[{"element":{"name":"Button","props":{"label":"a","url":"https://e.example"}}}]}`,
			`error: a url needs action="url"`},
		{"postback without a value", `{"name":"Message","children":[{"element":{"name":"Button","props":{"label":"a","action":"postback"}}}]}`,
			`error: needs a value`},
		{"image", `{"name":"Image","props":{"url":"http://example.com/a.png"}}`, `{"name":"Image","props":{"url":"http://example.com/a.png"}}`},
		{"data image", `{"name":"Image","props":{"url":"data:image/png;base64,AA"}}`, "error: begins with http"},
		{"image with a password", `{"name":"Image","props":{"url":"https://a:b@example.com/"}}`, "error: user name"},
		{"every fault", `{"name":"Message","children":[{"element":{"name":"Nope"}},{"element":{"name":"Image"}}]}`, "error: url is missing"},
		{"too many nodes", `{"name":"Message","children":[` + strings.Repeat(`{"element":{"name":"Text"}},`, 300) + `{"text":"a"}]}`,
			"error: the message is too large"},
		{"too much text", `{"name":"Message","children":[{"text":"` + strings.Repeat("a", chat.MaxText+1) + `"}]}`, "error: the message is too large"},
		{"props too large", `{"name":"Image","props":{"url":"` + strings.Repeat("a", chat.MaxProps) + `"}}`, "error: larger than"},
	} {
		t.Run(test.name, func(t *testing.T) {
			var e tsx.Element
			if err := json.Unmarshal([]byte(test.element), &e); err != nil {
				t.Fatal(err)
			}
			got, err := chat.Check(all, e)
			if part, fails := strings.CutPrefix(test.want, "error: "); fails {
				if !errors.Is(err, chat.ErrElement) || !strings.Contains(err.Error(), part) {
					t.Errorf("Check = %+v, %v; want an error with %q", got, err, part)
				}
				return
			}
			if text := must(json.Marshal(got)); err != nil || string(text) != test.want {
				t.Errorf("Check = %s, %v; want %s", text, err, test.want)
			}
		})
	}
}

func TestElementsNestNoDeeperThanTheBound(t *testing.T) {
	all := components(t)
	box := chat.Component{Name: "Box", Children: []string{"Box"}, Description: "d", Examples: []chat.Example{{Name: "a", Code: "<Box/>"}}}
	all = append(all, box)
	nest := func(depth int) tsx.Element {
		e := tsx.Element{Name: "Box"}
		for range depth - 1 {
			e = tsx.Element{Name: "Box", Children: []tsx.Node{{Element: &tsx.Element{Name: e.Name, Children: e.Children}}}}
		}
		return e
	}
	if _, err := chat.Check(all, nest(chat.MaxDepth)); err != nil {
		t.Errorf("at the bound: %v", err)
	}
	if _, err := chat.Check(all, nest(chat.MaxDepth+1)); !errors.Is(err, chat.ErrElement) {
		t.Errorf("beyond the bound: %v", err)
	}
}

func TestBadComponentsAreRefused(t *testing.T) {
	good := chat.Component{Name: "Note", Description: "d", Examples: []chat.Example{{Name: "a", Code: "<Note/>"}}}
	with := func(change func(*chat.Component)) []chat.Component {
		c := good
		change(&c)
		return []chat.Component{c}
	}
	twice := with(func(c *chat.Component) { c.Aliases = []string{"NOTE"} })
	for name, all := range map[string][]chat.Component{
		"short name":     with(func(c *chat.Component) { c.Name = "No" }),
		"long name":      with(func(c *chat.Component) { c.Name = "N" + strings.Repeat("o", 50) }),
		"lower case":     with(func(c *chat.Component) { c.Name = "note" }),
		"a space":        with(func(c *chat.Component) { c.Name = "No te" }),
		"bad alias":      with(func(c *chat.Component) { c.Aliases = []string{"x"} }),
		"no description": with(func(c *chat.Component) { c.Description = " " }),
		"no example":     with(func(c *chat.Component) { c.Examples = nil }),
		"empty example":  with(func(c *chat.Component) { c.Examples = []chat.Example{{}} }),
		"twice":          {good, good}, "twice by an alias": twice,
		"too many": make([]chat.Component, chat.MaxComponents+1),
	} {
		if err := chat.Valid(all); !errors.Is(err, chat.ErrComponent) {
			t.Errorf("%s: Valid = %v", name, err)
		}
	}
	if err := chat.Valid([]chat.Component{good}); err != nil {
		t.Error(err)
	}
	if _, err := chat.New[func()]("Note", "d", good.Examples...); !errors.Is(err, chat.ErrComponent) {
		t.Errorf("New of a function: %v", err)
	}
	if _, err := chat.BuiltIn("Hologram"); !errors.Is(err, chat.ErrComponent) {
		t.Errorf("BuiltIn = %v", err)
	}
}

func TestNamesLeadToTheOwnName(t *testing.T) {
	names := chat.Names(components(t))
	if names["Flight"] != "PlaneTicket" || names["PlaneTicket"] != "PlaneTicket" || len(names) != 12 || names["Markdown"] != "Text" {
		t.Errorf("Names = %v", names)
	}
	if got := strings.Join(chat.Textual(components(t)), " "); got != "Message Text Markdown" {
		t.Errorf("Textual = %s", got)
	}
}

func TestSomeBuiltInsHoldOnlyThoseThatAreThere(t *testing.T) {
	all, err := chat.BuiltIn("Message", "Button")
	if err != nil || len(all) != 2 || strings.Join(all[0].Children, " ") != "Button" {
		t.Errorf("BuiltIn = %+v, %v", all, err)
	}
}

func TestComponentsAreDescribed(t *testing.T) {
	got := chat.Describe(components(t))
	for _, part := range []string{
		"<Message>: Says something", "May hold: text, <Text>, <Button>",
		"Props: {\n  /** what a press does (default \"say\") */\n  action?: \"say\" | \"url\" | \"postback\";",
		"Only inside another component.", "<PlaneTicket> (or <Flight>): A ticket.",
		"class?: \"economy\" | \"business\";\n  price: number;\n}\n",
		"Example, to Graz:\nyield <PlaneTicket from=\"VIE\"",
	} {
		if !strings.Contains(got, part) {
			t.Errorf("Describe lacks %q:\n%s", part, got)
		}
	}
}

func TestATerminalPrintsElements(t *testing.T) {
	text := func(s string) tsx.Node { return tsx.Node{Text: s} }
	in := func(e tsx.Element) tsx.Node { return tsx.Node{Element: &e} }
	e := tsx.Element{Name: "Message", Children: []tsx.Node{
		text("Hello \x1b[31mred\n"), in(tsx.Element{Name: "Button", Props: json.RawMessage(`{"label":"Yes"}`)}),
		in(tsx.Element{Name: "Button", Props: json.RawMessage(`{"action":"url","label":"Menu","url":"https://e.example"}`)}),
		in(tsx.Element{Name: "Image", Props: json.RawMessage(`{"url":"https://e.example/a.png","title":"A cat"}`)}),
		in(tsx.Element{Name: "Card", Props: json.RawMessage(`{"title":"Hotel","subtitle":"80 euros"}`), Children: []tsx.Node{text("quiet")}}),
		in(tsx.Element{Name: "PlaneTicket", Props: json.RawMessage(`{"from":"VIE"}`)}),
	}}
	const want = "Hello red\n[ Yes ]\n[ Menu ] https://e.example\n[image: A cat https://e.example/a.png]\n" +
		"== Hotel ==\n80 euros\nquiet\n<PlaneTicket> {\"from\":\"VIE\"}"
	if got := chat.Terminal(e); got != want {
		t.Errorf("Terminal =\n%s\nwant\n%s", got, want)
	}
}

func FuzzCheck(f *testing.F) {
	f.Add([]byte(`{"name":"Message","children":[{"text":"a"},{"element":{"name":"Button","props":{"label":"x"}}}]}`))
	f.Add([]byte(`{"name":"Card","props":{"title":3}}`))
	all := components(f)
	f.Fuzz(func(t *testing.T, text []byte) {
		var e tsx.Element
		if json.Unmarshal(text, &e) != nil {
			return
		}
		got, err := chat.Check(all, e)
		if err != nil {
			return
		}
		if _, err := chat.Check(all, got); err != nil {
			t.Errorf("Check of its own result: %v", err)
		}
		chat.Terminal(got)
	})
}

func BenchmarkCheck(b *testing.B) {
	all := components(b)
	button := tsx.Element{Name: "Button", Children: []tsx.Node{{Text: "Yes"}}}
	e := tsx.Element{Name: "Message", Children: []tsx.Node{{Text: "Tea?"}, {Element: &button}}}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := chat.Check(all, e); err != nil {
			b.Fatal(err)
		}
	}
}
