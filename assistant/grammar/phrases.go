package grammar

// phrases are the named parts of patterns.
var phrases = map[string]string{
	"task": `action item | todo item | to do item | task | todo | to do`,
	"list": `
		[my | the | our | this] [todo | to do | task | tasks | todos | shopping | grocery] list | my tasks | my todos | my list of
		tasks`,
	"onto": `to | onto | on to | on | in | into`,
	"off":  `off | off of | from | on | in | of`,
	"done": `[as | to | is | to be] [being] [all] (done | complete | completed | finished | ticked off | checked off)`,
	"been": `just | already | finally | now | all | also | actually`,
	"add":  `add | create | make | open | enter | log | give me | start | record`,
	"put":  `add | put | stick | throw | pop | get | write | place | jot | jot down | chuck | slap | write down`,
	"show": `
		show | list | list out | give me | tell me | read | read me | read out | read back | let me (see | hear) | display | see |
		view | get | get me | pull up | bring up | what (is | are | were) | (can | could) i (see | hear | have | get) | check | go over |
		go through | run through | show me | list me | tell me about`,
	"all":    `all [of] | every | only | just`,
	"remove": `remove | drop | scrap | clear | discard | get rid of | ditch | bin | kill | wipe | dump | nuke | clean up`,
	"move": `
		move | push | shift | postpone | delay | reschedule | defer | bump | push back | put off | move back | push out | bring
		forward | change | set`,
	"later":   `move | push | shift | postpone | delay | defer | bump | push back | put off | move back | push out | put back | snooze`,
	"to":      `to | until | till | for | by | on | onto | back to | out to | forward to`,
	"duedate": `due date | deadline | date | due day`,
	"level": `
		[a | at | as | with | to] [the] [very | really | super | extremely] ((urgent | important | critical | high | low | normal |
		medium | regular) [priority | importance | prio] | (top | higher | highest | lower | lowest | default) (priority | prio)) [task]`,
	"mark": `
		urgent | important | critical | high priority | top priority | low priority | normal priority | work | personal | travel`,
	"cancel": `
		cancel | delete | remove | clear | drop | turn off | stop | dismiss | get rid of | switch off | disable | erase | call off |
		forget`,
	"sum": `summarise | sum up | recap | (give me | write | make | do) a (summary | recap) of | summary of | recap of`,
	"talk": `
		[our | this | the | my] (conversation | chat | discussion | call | talk) [so far | until now | up to now] | what we [have]
		(talked about | discussed | said) [so far]`,
	"meetings": `meetings | appointments | events | calls | meeting | appointment | event`,
	"calendar": `calendar | schedule | agenda | diary | timetable | planner`,
	"flight":   `[plane | flight] (flight | flights | tickets | ticket | plane)`,
	"which": `
		<f:open | pending | current | active | remaining | unfinished | outstanding | done | completed | finished | overdue | late |
		today's | todays | incomplete>`,
	"time": `
		[for | due] (<f:today> | tonight | tomorrow | this (week | afternoon | morning | evening) | next week | now | still | next |
		at the moment)`,
	"havei": `do i have | have i got | are there | is there`,
}

type headKind int

const (
	filler  headKind = iota
	assent           // is one too while nothing is asked
	polite           // turns a question into a request
	wish             // the same, and what is wished may be for oneself to do
	gerund           // is followed by "adding"
	inquiry          // is followed by a question of ours
	duty             // is a command only if what it is about is there
)

// heads may stand before a command. A clause is read behind them.
var heads = []struct {
	kind headKind
	say  []string
}{
	{filler, []string{
		`so | well | right | now | then | also | and | but | hey | hi | hello | yo | listen | look | actually | oh | just | okay |
			alright | all right | great | cool | quickly | kindly | first | next | finally | please | good | perfect | thanks | thank
			you | sorry | excuse me`,
		`(hey | hi | hello | okay) (assistant | parley | there | you)`,
		`assistant | parley | computer`,
		`good (morning | afternoon | evening)`,
		`[oh | hello | hi | okay] dear`,
		`like | basically | honestly | maybe | wait`,
		`you know what [just]`,
		`go ahead and`,
		`do me a (favour | favor) and`,
		`be so kind as to`,
		`i say`,
		`before i forget`,
	}},
	{assent, []string{`yes | yeah | yep | sure`}},
	{polite, []string{
		`(could | can | would | will) (you | we | ya) [please | kindly | just | also | maybe | quickly | help me | go ahead and]`,
		`i [would] [really | just] (like | love | want) you to [just | quickly]`,
		`i need you to`,
		`i would (like | love | appreciate) [it] if you (could | would)`,
		`if you could [please | just]`,
		`(it would | it will) be (great | nice | good | lovely) if you (could | would)`,
		`i (was | am) wondering if you (could | can | would)`,
		`do you think you (could | can)`,
		`(is | would) it [be] possible to`,
		`when you (can | get a chance | have a (minute | moment))`,
		`you (can | could) [please | also | now]`,
		`may i ask you to`,
	}},
	{wish, []string{
		`i [would] [really | just] (like | love | want) to [just | quickly]`,
		`(i was | i am) (hoping | trying | looking) to`,
		`let (us | me)`,
		`help me [to]`,
	}},
	{gerund, []string{
		`would you mind`,
		`do you mind`,
		`how about`,
	}},
	{inquiry, []string{
		`(can | could | would | will) you [please] (tell me | show me | let me know | remind me | check)`,
		`i should like to (know | see | hear)`,
		`do you know`,
		`(tell | show) me`,
		`let me know`,
		`i (want | would like | need) to (know | see | hear | check)`,
		`i wonder`,
		`remind me`,
		`any idea`,
	}},
	{duty, []string{
		`(i | we) (need | have | have got | got) to`,
		`i must`,
	}},
}

// paused are fillers that are one only before a pause: "first, add milk".
var paused = set(`first next finally right good great perfect look listen thanks well cool sorry`)

// tails may stand behind a command.
const tails = `<x> (please | thanks [a lot] | thank you [very much | so much] | cheers | for me [please] |
	if you (can | could | would | do not mind) |
	(will | would) you | okay | right now | when you (can | get a (chance | minute | moment)) | assistant | parley | computer | you know |
	[and] that is (it | all) | dear | mate | buddy | just like that | if (that is | it is) (okay | possible))`

// tailWords are the last words of tails.
var tailWords = set(`
	please thanks lot you much cheers me can could would mind okay now chance minute moment assistant parley computer know it all
	that possible dear mate buddy`)
