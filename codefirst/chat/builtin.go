package chat

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"parley"
	"parley/codefirst/tsx"
)

// What a Button does when it is pressed: it says its label as the user's words, opens
// its url, or sends its value back as an event.
const (
	ButtonSay      = "say"
	ButtonURL      = "url"
	ButtonPostback = "postback"
)

const maxURL = 2000

// NoProps are the props of a component that has none.
type NoProps struct{}

// ButtonProps are the props of Button.
type ButtonProps struct {
	Action string `json:"action,omitempty" jsonschema:"what a press does [enum=say|url|postback default=say]"`
	Label  string `json:"label,omitempty" jsonschema:"what it reads; the text inside does as well [maxLength=80]"`
	Value  string `json:"value,omitempty" jsonschema:"what a postback sends [maxLength=1000]"`
	URL    string `json:"url,omitempty" jsonschema:"http or https, for action url [maxLength=2000]"`
}

// MediaProps are the props of Image, File, Video and Audio.
type MediaProps struct {
	URL   string `json:"url" jsonschema:"http or https [maxLength=2000]"`
	Title string `json:"title,omitempty" jsonschema:"what it is, in a few words [maxLength=200]"`
}

// CardProps are the props of Card.
type CardProps struct {
	Title    string `json:"title" jsonschema:"the heading [minLength=1 maxLength=200]"`
	Subtitle string `json:"subtitle,omitempty" jsonschema:"a line below it [maxLength=500]"`
}

// BuiltIn are the built-in components of these names, or all for none: Message, Text,
// Button, Image, File, Video, Audio, Card and Carousel. The error wraps ErrComponent
// if one of the names is none.
func BuiltIn(names ...string) ([]Component, error) {
	all, err := builtIns()
	if err != nil || len(names) == 0 {
		return all, err
	}
	var out []Component
	for _, name := range names {
		i := slices.IndexFunc(all, func(c Component) bool { return c.Name == name })
		if i < 0 {
			return nil, fmt.Errorf("%w: no built-in is named %q", ErrComponent, name)
		}
		out = append(out, all[i])
	}
	for i := range out { // a component holds only those that are there
		out[i].Children = slices.DeleteFunc(slices.Clone(out[i].Children), func(child string) bool {
			return !slices.Contains(names, child)
		})
	}
	return out, nil
}

func builtIns() ([]Component, error) {
	message, err1 := New[NoProps]("Message", "Says something to the user.",
		Example{"one line", "yield <Message>Your table is booked for seven.</Message>"},
		Example{"with choices", "yield <Message>\nTea or coffee?\n<Button>Tea</Button>\n<Button>Coffee</Button>\n</Message>"})
	message.Text, message.Textual = true, true
	message.Children = []string{"Text", "Button", "Image", "File", "Video", "Audio", "Card", "Carousel"}

	text, err2 := New[NoProps]("Text", "A piece of text, which may have several lines.",
		Example{"two lines", "yield <Text>\nFirst line\nSecond line\n</Text>"})
	text.Text, text.Textual, text.untold = true, true, []string{"Markdown"}

	button, err3 := New[ButtonProps]("Button", "A choice that the user may press.",
		Example{"an answer", "<Button>Yes, please</Button>"},
		Example{"a link", `<Button action="url" url="https://example.com/menu">See the menu</Button>`},
		Example{"a value", `<Button action="postback" value="order-17">Cancel it</Button>`})
	button.Text, button.Inner, button.Finish = true, true, finishButton

	card, err4 := New[CardProps]("Card", "A box with a heading, a picture and buttons.",
		Example{"a hotel", "yield <Card title=\"Hotel Lindenhof\" subtitle=\"From 80 euros\">\n" +
			"<Image url=\"https://example.com/hotel.jpg\" title=\"The front\" />\n<Button>Book it</Button>\n</Card>"})
	card.Text, card.Children = true, []string{"Text", "Image", "Button"}

	carousel, err5 := New[NoProps]("Carousel", "Several cards side by side.",
		Example{"two cards", "yield <Carousel>\n<Card title=\"Paris\" />\n<Card title=\"Rome\" />\n</Carousel>"})
	carousel.Children, carousel.Finish = []string{"Card"}, notEmpty

	out := []Component{message, text, button}
	all := []error{err1, err2, err3, err4, err5}
	for _, m := range [][3]string{
		{"Image", "A picture.", "photo.jpg"}, {"File", "A file to download.", "bill.pdf"},
		{"Video", "A film.", "tour.mp4"}, {"Audio", "A recording.", "hello.mp3"},
	} {
		c, err := New[MediaProps](m[0], m[1],
			Example{"by address", fmt.Sprintf(`yield <%s url="https://example.com/%s" title="What it shows" />`, m[0], m[2])})
		c.Finish = finishMedia
		out, all = append(out, c), append(all, err)
	}
	return append(out, card, carousel), errors.Join(all...)
}

// finishButton moves the text into the label and holds the action to what it needs.
func finishButton(e tsx.Element) (tsx.Element, error) {
	var p ButtonProps
	if len(e.Props) > 0 {
		if err := json.Unmarshal(e.Props, &p); err != nil {
			return e, errors.New("the props are no JSON")
		}
	}
	if p.Label = parley.OneLine(p.Label); p.Label == "" {
		p.Label = parley.OneLine(textOf(e))
	}
	if p.Action == "" {
		p.Action = ButtonSay
	}
	switch {
	case p.Label == "":
		return e, errors.New("it needs a label, as text inside or as the prop label")
	case len([]rune(p.Label)) > 80:
		return e, errors.New("the label is longer than 80 characters")
	case p.Action == ButtonURL:
		if err := checkURL(p.URL); err != nil {
			return e, err
		}
	case p.URL != "":
		return e, errors.New(`a url needs action="url"`)
	case p.Action == ButtonPostback && p.Value == "":
		return e, errors.New(`action="postback" needs a value`)
	}
	props, err := json.Marshal(p)
	if err != nil {
		return e, err
	}
	e.Props, e.Children = props, nil
	return e, nil
}

func finishMedia(e tsx.Element) (tsx.Element, error) {
	var p MediaProps
	if err := json.Unmarshal(e.Props, &p); err != nil {
		return e, errors.New("the props are no JSON")
	}
	return e, checkURL(p.URL)
}

func notEmpty(e tsx.Element) (tsx.Element, error) {
	if len(e.Children) == 0 {
		return e, errors.New("it is empty")
	}
	return e, nil
}

// checkURL is why a page should not follow an address, nil if it may.
func checkURL(address string) error {
	u, err := url.Parse(address)
	switch {
	case len(address) > maxURL:
		return fmt.Errorf("the url is longer than %d characters", maxURL)
	case err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https":
		return errors.New("the url must be a whole address that begins with http:// or https://")
	case u.User != nil:
		return errors.New("the url must not hold a user name")
	}
	return nil
}

// textOf is the text right inside e.
func textOf(e tsx.Element) string {
	var b strings.Builder
	for _, n := range e.Children {
		if n.Element == nil {
			b.WriteString(n.Text)
		}
	}
	return b.String()
}
