package understudy

var (
	ones = [...]string{"zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
		"eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"}
	tens = [...]string{"", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"}
)

// isNumber holds the words "#" in a wording stands for. "one" is too common a
// pronoun to be among them.
var isNumber = func() map[string]bool {
	m := map[string]bool{"hundred": true, "thousand": true, "million": true, "half": true, "couple": true}
	for _, w := range ones[2:] {
		m[w] = true
	}
	for _, w := range tens[2:] {
		m[w] = true
	}
	return m
}()

// maxSpelled is the largest number written out digit group by digit group;
// longer runs of digits are no figure anyone says.
const maxSpelled = 999_999

// spell appends n, 0 to maxSpelled, in words.
func spell(words []string, n int) []string {
	if n >= 1000 {
		words = append(spell(words, n/1000), "thousand")
		if n %= 1000; n == 0 {
			return words
		}
	}
	if n >= 100 {
		words = append(words, ones[n/100], "hundred")
		if n %= 100; n == 0 {
			return words
		}
	}
	if n >= 20 {
		words = append(words, tens[n/10])
		if n %= 10; n == 0 {
			return words
		}
	}
	return append(words, ones[n])
}
