package dates

import (
	"testing"
	"time"
)

// TestFindRepetition: a repetition is found with its rule and its first occurrence,
// and that is one of the rule.
func TestFindRepetition(t *testing.T) {
	for _, r := range repeatRows {
		f, ok := Find(r.text, wednesday)
		if !ok {
			t.Errorf("%q: nothing found", r.text)
			continue
		}
		if f.Rule != r.rule {
			t.Errorf("%q: rule %s, want %s", r.text, f.Rule, r.rule)
		}
		row{r.text, r.due, r.said, r.rest}.check(t, f, wednesday)
		if at, err := NextTime(f.Rule, f.At, f.At.Add(-time.Second), berlin); err != nil || !at.Equal(f.At) {
			t.Errorf("%q: first at %v, but the rule says %v, %v", r.text, f.At, at, err)
		}
	}
}

// repeatRows have the rule and the first occurrence.
var repeatRows = []struct{ text, rule, due, said, rest string }{
	{"every Monday", "FREQ=WEEKLY;BYDAY=MO", "2026-12-07", "every Monday", ""},
	{"every monday at 9", "FREQ=WEEKLY;BYDAY=MO", "2026-12-07 09:00", "every monday at 9", ""},
	{"at 9 every monday", "FREQ=WEEKLY;BYDAY=MO", "2026-12-07 09:00", "9 every monday", ""},
	{"call mum every sunday at 5", "FREQ=WEEKLY;BYDAY=SU", "2026-12-06 17:00", "every sunday at 5", "call mum"},
	{"every monday morning", "FREQ=WEEKLY;BYDAY=MO", "2026-12-07 09:00", "every monday morning", ""},
	{"every wednesday", "FREQ=WEEKLY;BYDAY=WE", "2026-12-09", "every wednesday", ""},
	{"every wednesday at 11", "FREQ=WEEKLY;BYDAY=WE", "2026-12-02 11:00", "every wednesday at 11", ""},
	{"every monday, wednesday and friday", "FREQ=WEEKLY;BYDAY=MO,WE,FR", "2026-12-04", "every monday, wednesday and friday", ""},
	{"every monday to friday at 9", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "2026-12-03 09:00", "every monday to friday at 9", ""},
	{"on mondays and thursdays", "FREQ=WEEKLY;BYDAY=MO,TH", "2026-12-03", "mondays and thursdays", ""},
	{"mon/wed/fri at 6pm", "FREQ=WEEKLY;BYDAY=MO,WE,FR", "2026-12-02 18:00", "mon/wed/fri at 6pm", ""},
	{"every weekday at 7:30 am", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "2026-12-03 07:30", "every weekday at 7:30 am", ""},
	{"weekdays at 9", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "2026-12-03 09:00", "weekdays at 9", ""},
	{"on weekends at 10", "FREQ=WEEKLY;BYDAY=SA,SU", "2026-12-05 10:00", "weekends at 10", ""},
	{"every weekend", "FREQ=WEEKLY;BYDAY=SA", "2026-12-05", "every weekend", ""},
	{"each weekday morning", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "2026-12-03 09:00", "each weekday morning", ""},
	{"daily", "FREQ=DAILY", "2026-12-03", "daily", ""},
	{"take vitamins daily", "FREQ=DAILY", "2026-12-03", "daily", "take vitamins"},
	{"remind me daily to drink water", "FREQ=DAILY", "2026-12-03", "daily", "remind me to drink water"},
	{"daily at 9pm", "FREQ=DAILY", "2026-12-02 21:00", "daily at 9pm", ""},
	{"every day at 8", "FREQ=DAILY", "2026-12-03 08:00", "every day at 8", ""},
	{"every single day", "FREQ=DAILY", "2026-12-03", "every single day", ""},
	{"remind me every day at ten to drink water", "FREQ=DAILY", "2026-12-03 10:00", "every day at ten", "remind me to drink water"},
	{"every day remind me to call home at 5 pm", "FREQ=DAILY", "2026-12-02 17:00", "every day at 5 pm", "remind me to call home"},
	{"every morning", "FREQ=DAILY", "2026-12-03 09:00", "every morning", ""},
	{"every evening at 7", "FREQ=DAILY", "2026-12-02 19:00", "every evening at 7", ""},
	{"every night at 2", "FREQ=DAILY", "2026-12-03 02:00", "every night at 2", ""},
	{"every midnight", "FREQ=DAILY", "2026-12-03 00:00", "every midnight", ""},
	{"every day at midnight", "FREQ=DAILY", "2026-12-03 00:00", "every day at midnight", ""},
	{"every friday at midnight", "FREQ=WEEKLY;BYDAY=SA", "2026-12-05 00:00", "every friday at midnight", ""},
	{"every third day", "FREQ=DAILY;INTERVAL=3", "2026-12-03", "every third day", ""},
	{"every other day", "FREQ=DAILY;INTERVAL=2", "2026-12-03", "every other day", ""},
	{"every week", "FREQ=WEEKLY", "2026-12-09", "every week", ""},
	{"once a week", "FREQ=WEEKLY", "2026-12-09", "once a week", ""},
	{"weekly on friday", "FREQ=WEEKLY;BYDAY=FR", "2026-12-04", "weekly on friday", ""},
	{"every two weeks", "FREQ=WEEKLY;INTERVAL=2", "2026-12-16", "every two weeks", ""},
	{"every other friday", "FREQ=WEEKLY;INTERVAL=2;BYDAY=FR", "2026-12-04", "every other friday", ""},
	{"every other week on tuesday and thursday at 10 am", "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH", "2026-12-03 10:00", "every other week on tuesday and thursday at 10 am", ""},
	{"every two weeks on friday at 3 pm", "FREQ=WEEKLY;INTERVAL=2;BYDAY=FR", "2026-12-04 15:00", "every two weeks on friday at 3 pm", ""},
	{"fortnightly", "FREQ=WEEKLY;INTERVAL=2", "2026-12-16", "fortnightly", ""},
	{"every month", "FREQ=MONTHLY", "2027-01-02", "every month", ""},
	{"on the first of each month pay rent", "FREQ=MONTHLY;BYMONTHDAY=1", "2027-01-01", "the first of each month", "pay rent"},
	{"on the 15th of every month at noon", "FREQ=MONTHLY;BYMONTHDAY=15", "2026-12-15 12:00", "the 15th of every month at noon", ""},
	{"every month on the 3rd", "FREQ=MONTHLY;BYMONTHDAY=3", "2026-12-03", "every month on the 3rd", ""},
	{"monthly on the 1st", "FREQ=MONTHLY;BYMONTHDAY=1", "2027-01-01", "monthly on the 1st", ""},
	{"every 3rd", "FREQ=MONTHLY;BYMONTHDAY=3", "2026-12-03", "every 3rd", ""},
	{"on the 31st of every month", "FREQ=MONTHLY;BYMONTHDAY=-1", "2026-12-31", "the 31st of every month", ""},
	{"last day of every month", "FREQ=MONTHLY;BYMONTHDAY=-1", "2026-12-31", "last day of every month", ""},
	{"first monday of every month", "FREQ=MONTHLY;BYDAY=1MO", "2026-12-07", "first monday of every month", ""},
	{"every 2nd tuesday of the month", "FREQ=MONTHLY;BYDAY=2TU", "2026-12-08", "every 2nd tuesday of the month", ""},
	{"the last friday of each month", "FREQ=MONTHLY;BYDAY=-1FR", "2026-12-25", "the last friday of each month", ""},
	{"every 3 months", "FREQ=MONTHLY;INTERVAL=3", "2027-03-02", "every 3 months", ""},
	{"every year on 3 march", "FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=3", "2027-03-03", "every year on 3 march", ""},
	{"every 3 march", "FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=3", "2027-03-03", "every 3 march", ""},
	{"every january first", "FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=1", "2027-01-01", "every january first", ""},
	{"yearly", "FREQ=YEARLY", "2027-12-02", "yearly", ""},
	{"every hour", "FREQ=HOURLY", "2026-12-02 11:00", "every hour", ""},
	{"hourly", "FREQ=HOURLY", "2026-12-02 11:00", "hourly", ""},
	{"every six hours", "FREQ=HOURLY;INTERVAL=6", "2026-12-02 16:00", "every six hours", ""},
	{"every 20 minutes", "FREQ=MINUTELY;INTERVAL=20", "2026-12-02 10:20", "every 20 minutes", ""},
	{"every half hour", "FREQ=MINUTELY;INTERVAL=30", "2026-12-02 10:30", "every half hour", ""},
	{"every 15 minutes until 5 pm", "FREQ=MINUTELY;INTERVAL=15;UNTIL=20261202T160000Z", "2026-12-02 10:15", "every 15 minutes until 5 pm", ""},
	{"every 10 minutes for an hour", "FREQ=MINUTELY;INTERVAL=10;UNTIL=20261202T100000Z", "2026-12-02 10:10", "every 10 minutes for an hour", ""},
	{"every day until friday", "FREQ=DAILY;UNTIL=20261204T225959Z", "2026-12-03", "every day until friday", ""},
	{"every day at noon until 24 december", "FREQ=DAILY;UNTIL=20261224T225959Z", "2026-12-02 12:00", "every day at noon until 24 december", ""},
	{"every day for two weeks", "FREQ=DAILY;UNTIL=20261216T225959Z", "2026-12-03", "every day for two weeks", ""},
	{"every day for a week at 8 pm", "FREQ=DAILY;UNTIL=20261208T225959Z", "2026-12-02 20:00", "every day for a week at 8 pm", ""},
	{"every day starting tomorrow at 8", "FREQ=DAILY", "2026-12-03 08:00", "every day starting tomorrow at 8", ""},
	{"every monday starting next week", "FREQ=WEEKLY;BYDAY=MO", "2026-12-14", "every monday starting next week", ""},
	{"the 15th every month", "FREQ=MONTHLY;BYMONTHDAY=15", "2026-12-15", "the 15th every month", ""},
	{"wake me up at 7 am every weekday", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "2026-12-03 07:00", "7 am every weekday", "wake me up"},
	{"remind me every monday and wednesday at 6 pm to go to the gym", "FREQ=WEEKLY;BYDAY=MO,WE", "2026-12-02 18:00", "every monday and wednesday at 6 pm", "remind me to go to the gym"},
	{"remind me at eight to take my pills every day", "FREQ=DAILY", "2026-12-03 08:00", "eight every day", "remind me to take my pills"},
}
