package turn

import "testing"

func TestBackchannel(t *testing.T) {
	for _, c := range []struct {
		text, language string
		whole, partly  bool
	}{
		{"mm-hm", "en", true, true},
		{"Yeah, yeah, right.", "en-GB", true, true},
		{"I see.", "en", true, true},
		{"oh I see okay", "en", true, true},
		{"that's right", "en", true, true},
		{"ja genau", "de", true, true},
		{"oui d'accord", "fr", true, true},
		{"mm-hm", "tr", true, true}, // no list: the English one
		{"I", "en", false, true},
		{"yeah that", "en", false, true},
		{"yes but", "en", false, false},
		{"I disagree", "en", false, false},
		{"wait", "en", false, false},
		{"genau", "en", false, false},
		{"yeah yeah yeah yeah yeah yeah yeah", "en", false, false}, // no listener says so much
		{"", "en", false, false},
		{"…", "en", false, false},
	} {
		if got := backchannel(c.text, c.language); got != c.whole {
			t.Errorf("backchannel(%q, %s) = %v", c.text, c.language, got)
		}
		if got := mayBackchannel(c.text, c.language); got != c.partly {
			t.Errorf("mayBackchannel(%q, %s) = %v", c.text, c.language, got)
		}
	}
}

func TestSameWords(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"we have a plan", "We have a plan.", true},
		{"we have a plan", "We have a plan, please.", true},
		{"we have a plan you know", "we have a plan", true},
		{"we have a plan", "we have a plan for you", false},
		{"we have a plan", "they have a plan", false},
		{"", "", true},
		{"", "please", false},
		{"we", "", false},
	} {
		if got := sameWords(c.a, c.b); got != c.want {
			t.Errorf("sameWords(%q, %q) = %v", c.a, c.b, got)
		}
	}
}

func TestEchoes(t *testing.T) {
	const said = "So, this project... Bold. Tell me why I shouldn't say no."
	for text, want := range map[string]bool{
		"tell me why": true, "this project bold": true, "no": false, "tell me how": false, "why tell me": false, "": false,
	} {
		if got := Echoes(text, said); got != want {
			t.Errorf("echoes(%q) = %v", text, got)
		}
	}
}
