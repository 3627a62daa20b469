package textnorm

import "testing"

func TestEnglishNumbers(t *testing.T) {
	checkSayings(t, New("en", nil), []saying{
		{"I need 3 of 250,000.", "I need three of two hundred fifty thousand."},
		{"250000 or 1,000,001", "two hundred fifty thousand or one million one"},
		{"3.14 of .5", "three point one four of zero point five"},
		{"-5 and +7", "minus five and plus seven"},
		{"Room 007", "Room zero zero seven"},
		{"Pay 20% or 2.5%!", "Pay twenty percent or two point five percent!"},
		{"3x the 10k, a 1.5M gain", "three times the ten thousand, a one point five million gain"},
		{"the 1st, 2nd, 3rd, 12th, 20th and 101st", "the first, second, third, twelfth, twentieth and one hundred first"},
		{"3-5 days", "three to five days"},
		{"10–15% by 2020-2024", "ten to fifteen percent by twenty twenty to twenty twenty four"},
		{"a 3-year-old", "a three-year-old"},
		{"In 1999 and 2026, not 2005 or 2000.", "In nineteen ninety nine and twenty twenty six, not two thousand five or two thousand."},
		{"2000 people in 1806", "two thousand people in eighteen oh six"},
		{"the 1990s and '80s", "the nineteen nineties and 'eighties"},
		{"1/2 of it, 3 1/2, 2/3", "one half of it, three and one half, two thirds"},
		{"8/10, 24/7, 9/11", "eight out of ten, twenty four seven, nine eleven"},
		{"call 555-1234 or (212) 555-0187", "call five five five, one two three four or two one two, five five five, zero one eight seven"},
		{"+1 212 555 0187", "plus one, two one two, five five five, zero one eight seven"},
		{"v1.2.3 at 10.0.0.1", "v one. two. three at ten. zero. zero. one"},
		{"won 3:1", "won three: one"},
		{"Q3, B2B, GPT-4, 5G", "Q three, B two B, GPT-four, five G"},
		{"#1 or No. 5 of 12345678901", "number one or number five of one two three four five six seven eight nine zero one"},
		{"1,2,3", "one, two, three"},
		{"½ of ¾", "one half of three quarters"},
	})
}

func TestEnglishMoneyAndMeasures(t *testing.T) {
	checkSayings(t, New("", nil), []saying{
		{"It costs $9.99.", "It costs nine dollars and ninety nine cents."},
		{"$250,000, or $250000", "two hundred fifty thousand dollars, or two hundred fifty thousand dollars"},
		{"$1 and €0.50 and £2.01", "one dollar and fifty cents and two pounds and one penny"},
		{"$1.5M, £3bn or €9,99?", "one point five million dollars, three billion pounds or nine euros and ninety nine cents?"},
		{"$1.5 million and $3-5M", "one point five million dollars and three to five million dollars"},
		{"$3-5 or $10-$15", "three to five dollars or ten to fifteen dollars"},
		{"20 USD, EUR 5, US$7, 5€", "twenty dollars, five euros, seven U S dollars, five euros"},
		{"-$5 is $0", "minus five dollars is zero dollars"},
		{"$", ""},
		{"5 km, 1 km, 3GB, 100 km/h", "five kilometers, one kilometer, three gigabytes, one hundred kilometers per hour"},
		{"20°C or -5 °F", "twenty degrees Celsius or minus five degrees Fahrenheit"},
		{"5m or $5m", "five meters or five million dollars"},
		{"90 min of 8 h", "ninety minutes of eight hours"},
	})
}

func TestEnglishDatesAndTimes(t *testing.T) {
	us := New("en-US", nil)
	checkSayings(t, us, []saying{
		{"on 3/15/2026, 2026-03-15", "on March fifteenth, twenty twenty six, March fifteenth, twenty twenty six"},
		{"on 3/15", "on March fifteenth"},
		{"March 3, 2026 and Dec. 24th", "March third, twenty twenty six and December twenty fourth"},
		{"15 March 2026, the 4 July", "the fifteenth of March twenty twenty six, the fourth of July"},
		{"May I go? In May 2026.", "May I go? In May twenty twenty six."},
		{"At 10:30 a.m. or 9:05.", "At ten thirty A M or nine oh five."},
		{"See you at 10 am, 5pm, 10:00, 18:00.", "See you at ten A M, five P M, ten o'clock, eighteen hundred."},
		{"By 10 a.m. We go.", "By ten A M. We go."},
	})
	checkSayings(t, New("en-GB", nil), []saying{
		{"15/3/2026 at 3pm", "March fifteenth, twenty twenty six at three P M"},
		{"13/13/2026", "thirteen thirteen twenty twenty six"},
	})
}

func TestEnglishWordsAndMarks(t *testing.T) {
	checkSayings(t, New("en", nil), []saying{
		{"The API, our KPIs, APIs and ROI.", "The A P I, our K P I's, A P I's and R O I."},
		{"Our CFO's R&D", "Our C F O's R and D"},
		{"IT IS US OR THEM", "IT IS US OR THEM"},
		{"e.g. Dr. Smith vs. Jones, etc.", "for example doctor Smith versus Jones, et cetera."},
		{"Nuts, etc. We go.", "Nuts, et cetera. We go."},
		{"approx. 5 w/ milk, w/o sugar", "approximately five with milk, without sugar"},
		{"and/or @ B+ = 5 > 3", "and or at B plus equals five three"},
		{"Tom & Jerry &amp; me", "Tom and Jerry and me"},
		{"See parley.example.com/plans.", "See parley dot example dot com slash plans."},
		{"https://www.example.org/a-b?x=1", "example dot org slash a dash b"},
		{"mail a.b@example.com!", "mail a dot b at example dot com!"},
		{"Henry VIII and World War II, V for me, IV", "Henry VIII and World War II, V for me, IV"},
		{"it (about a third) fell", "it, about a third, fell"},
		{"Great 😀👍🏽! 👨‍👩‍👧 🇩🇪 1️⃣", "Great! one"},
		{"**bold** `code` a -> b", "bold code a to b"},
		{"“It’s bold,” she said — really…", "“It’s bold,” she said — really…"},
		{"U.S. and J. Smith at a.m.", "U.S. and J. Smith at a.m."},
		{"日本語です。", "日本語です。"},
		{"😀 … --- ()", ""},
	})
}
