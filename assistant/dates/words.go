package dates

import "strings"

// kind is what a word may mean.
type kind uint8

const (
	other    kind = iota // nothing here
	mark                 // not a word
	leading              // the first word of an expression, as "every"
	digits               // a number in digits
	cardinal             // one to ninety
	ordinal              // first to thirtieth
	weekday              // Monday
	shortDay             // a weekday's short name that is also a word of its own, as "sun"
	weekdays             // Mondays
	month
	unit     // minute to year
	dayPart  // morning to night
	relative // today, tomorrow, yesterday
	hourName // noon, midnight
	adverb   // daily to yearly
	owner    // tomorrow's
)

// word is a kind and which of that kind.
type word struct {
	kind kind
	val  int
	// follows is set for words that may come after a number that is a date or a
	// time, and so tell it from one that counts what comes next.
	follows bool
}

// The values of units. Fortnights are read as two weeks.
const (
	minutes = iota
	hours
	days
	weeks
	months
	years
	seconds
	fortnights
)

// tooMany is no number of anything.
const tooMany = 1e6

var words = vocabulary()

func vocabulary() map[string]word {
	v := map[string]word{}
	add := func(k kind, val int, list string) {
		for s := range strings.FieldsSeq(list) {
			v[s] = word{kind: k, val: val}
		}
	}
	count := func(k kind, from, step int, list string) {
		for i, s := range strings.Fields(list) {
			v[s] = word{kind: k, val: from + i*step}
		}
	}
	add(leading, 0, `in within the this next last past coming upcoming end start beginning close
		weekday weekdays workdays weekend weekends weeknights every each once a an half quarter
		eod eow eom eoy cob couple hundred`)
	count(cardinal, 1, 1, `one two three four five six seven eight nine ten eleven twelve thirteen fourteen
		fifteen sixteen seventeen eighteen nineteen twenty`)
	count(cardinal, 30, 10, "thirty forty fifty sixty seventy eighty ninety")
	count(ordinal, 1, 1, `first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth
		thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth`)
	add(ordinal, 30, "thirtieth")
	count(weekday, 0, 1, "sunday monday tuesday wednesday thursday friday saturday")
	count(weekdays, 0, 1, "sundays mondays tuesdays wednesdays thursdays fridays saturdays")
	add(weekday, 2, "tue tues")
	add(weekday, 4, "thu thur thurs")
	add(weekday, 5, "fri")
	add(shortDay, 0, "sun")
	add(shortDay, 1, "mon")
	add(shortDay, 3, "wed weds")
	add(shortDay, 6, "sat")
	count(month, 1, 1, `january february march april may june july august september october november december`)
	count(month, 1, 1, `jan feb mar apr may jun jul aug sep oct nov dec`)
	add(month, 9, "sept")
	add(unit, minutes, "minute minutes min mins m minute's minute’s")
	add(unit, hours, "hour hours hr hrs h hour's hour’s")
	add(unit, days, "day days d day's day’s")
	add(unit, weeks, "week weeks wk wks w week's week’s")
	add(unit, months, "month months month's month’s")
	add(unit, years, "year years yr yrs year's year’s")
	add(unit, seconds, "seconds sec secs s")
	add(unit, fortnights, "fortnight fortnights")
	count(dayPart, int(morning), 1, "morning afternoon evening night")
	count(dayPart, int(morning), 1, "mornings afternoons evenings nights")
	add(relative, 0, "today tonight")
	add(relative, 1, "tomorrow tmr tmrw")
	add(relative, -1, "yesterday")
	add(hourName, 12, "noon midday lunchtime")
	add(hourName, 24, "midnight")
	add(adverb, hours, "hourly")
	add(adverb, days, "daily everyday nightly")
	add(adverb, weeks, "weekly")
	add(adverb, months, "monthly")
	add(adverb, years, "yearly annually")
	add(adverb, fortnights, "fortnightly biweekly")
	for s := range strings.FieldsSeq(followers) {
		w := v[s]
		w.follows = true
		v[s] = w
	}
	return v
}

// followers are the words that may follow a date or a time, and that no number
// counts.
const followers = `and or but then to for with in on at by from about because if when while so please as before after
	until till via also again unless which that i we you he she they is are it my the latest not only thanks this next
	every each starting beginning sharp around`
