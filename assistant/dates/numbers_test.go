package dates

import "testing"

func TestDigits(t *testing.T) {
	for text, want := range map[string]string{
		"my budget is four hundred euros":             "my budget is 400 euros",
		"Two hundred and fifty-five, or ninety nine!": "255, or 99!",
		"a hundred and one":                           "101",
		"a thousand pounds":                           "1000 pounds",
		"one thousand two hundred and fifty":          "1250",
		"twelve thousand":                             "12000",
		"400 euros or a seat":                         "400 euros or a seat",
		"a hundred thousand":                          "100000",
		"twenty 30":                                   "20 30",
		"a thing":                                     "a thing",
		"":                                            "",
	} {
		if got := Digits(text); got != want {
			t.Errorf("Digits(%q) = %q, want %q", text, got, want)
		}
	}
}
