package grammar

var taskLists = []group{
	{read: listTasks, asks: true, say: []string{
		`[$show] [$all] [of] [my | the | our] [$which] (tasks | todos | to dos | $list) [that are | which are] [$which] [$time]
			[again | now]`,
		`$show [$all] [of] [my | the] $which (ones | tasks | items | stuff) [again | now]`,
		`$show [$all] [of] [my | the] <f:completed | overdue>`,
		`(show | list) [me] <f:everything>`,
		`what [else] [tasks] do i [still] (have to | need to | got to) (do | get done | finish) [$time]`,
		`what [else] (do i have | have i got | is there) [left | still] to (do | get done | finish) [$time]`,
		`what should be done [$time]`,
		`what (is | are) [still | all] (left | open | pending | outstanding | remaining) [on $list] [to do] [$time]`,
		`what else is (on $list | left [to do])`,
		`what (is | are) [still] to (do | be done) [$time]`,
		`what is [all] on $list [for] [$time]`,
		`what (do i [still] have | have i [still] got) [left] on $list [$time]`,
		`(what | which | is | are | anything | do i have) [of my] [tasks | anything] [is | are | there] [anything] <f:overdue>
			[now]`,
		`what am i (late on | late with | behind on)`,
		`<f:overdue> tasks`,
		`(what | which | is | anything) [tasks] [is | are] [anything] due [$time | soon | next]`,
		`do i have [any | anything] [tasks] [left] <f:overdue | due today>`,
		`what (have | did) i [already | just] <f:done | finished | completed | finish | complete> [already | today | so far]`,
		`what did i <f:do> (already | today | so far)`,
		`(what | which) [open] tasks ($havei | are left | are open) [left | open | to do] [$time]`,
		`$havei [any | any more] [open] tasks [left | to do] [$time]`,
		`what i [still] (have | need | have got) to (do | get done) [$time]`,
		`what i have [already | just] <f:done | completed | finished> [today | so far]`,
		`what is the (first | next | last | top) (thing | task) on $list`,
		`how many [$which] (tasks | things) [of mine] ($havei | are left | are on $list | are <f:overdue>) [left | open] [$time]`,
		`$show everything i (have | need) to do [$time]`,
		`[is there] anything left [for me] to do [$time]`,
		`which (tasks | ones) [of mine] are [still] <f:open | done | overdue | left | finished | completed>`,
		`am i (late | behind) (on | with) <f:anything>`,
	}},
}

var days = []group{
	{read: plain("digest.today"), asks: true, say: []string{
		`$sum ([my | the] day | today)`,
		`(how | what) (does | is) (my day | today) (look | like | looking | look like | looking like) [today | so far]`,
		`(give | read | tell | get) me (my | the | a | an) [morning | daily | quick | short | today's | day's] (briefing | brief |
			digest | overview | rundown | update | daily summary | morning summary) [of | on | for] [my | the] [day | today]`,
		`(give | read | tell | get) me (my | the | a) (daily | quick | short | today's) summary [of (my | the) day | for today]`,
		`give me (a | the) (summary | recap) (of | for) ((my | the) day | today)`,
		`[$show] [my | the] [morning | daily | today's | quick] (briefing | digest | rundown | daily summary | daily update | day
			summary)`,
		`(brief | update) me [on (my | the) day | on today | for today]`,
		`catch me up [on (my | the) day | on today]`,
		`what is (on | up | planned | happening | in store | coming up | going on) [for me] today`,
		`what is today like`,
		`[my | the] day at a glance`,
		`what (do i have | have i got) [on | planned | going on | coming up] today`,
		`(tell | talk | walk | take) me (through | about) (my | the) day`,
	}},
	{read: calendarDay, asks: true, say: []string{
		`[$show] [$all] [of] [my | the] $calendar [look like] [for | on | of] [<when>]`,
		`what is (on | in) (my | the) $calendar [for | on] [<when>]`,
		`$show [$all] [of] [my | the] $meetings [for | on] [<when>]`,
		`[my] (meetings | appointments | events) (for | on) <when>`,
		`$havei [any | a | some] $meetings [on (my | the) $calendar] [scheduled | planned] [for | on] [<when>]`,
		`$havei (anything | something) [on (my | the) $calendar] [scheduled | planned] [for | on] <when>`,
		`$havei (anything | something) on (my | the) $calendar`,
		`what $meetings ($havei | are coming up | are on) [for | on] [<when>]`,
		`(when | what time | what) is my (next | first | last) $meetings [on] [<when>]`,
		`how many $meetings $havei [on | for] [<when>]`,
		`what (do i have | have i got | am i doing) [planned | scheduled | going on | on] [for | on] <when>`,
		`what is (happening | going on | scheduled | planned | on | up) [for me] [for | on] <when>`,
		`am i (free | busy | available) [on | at] [<when>]`,
		`(how | what) does my $calendar look [like] [on | for] [<when>]`,
		`(how | what) does [my] <when> look [like]`,
		`what is my <when> (like | looking like)`,
	}},
	{read: plain("digest.conversation"), asks: true, say: []string{
		`$sum $talk`,
		`what (did we | have we) (talk about | talked about | discuss | discussed | say | said | been talking about) [so far |
			today | just now]`,
		`recap`,
		`(give | tell) me a (recap | summary) of $talk`,
		`recap for me`,
		`what was this (conversation | chat) about`,
	}},
	{read: takeText("digest.notes"), say: []string{
		`$sum (these | this | the following | the | my | those) (notes | text | email | message | meeting notes | minutes | mail |
			article) [for me] <text>`,
		`$sum (this | these | the following) <text>`,
	}},
	{read: takeText("tasks.extract"), say: []string{
		`(extract | find | pull | get | pick out | pull out | list) [me] [the | all | any | all the] [open] (tasks | action items |
			todos | actions | to dos) [out] (from | in | of | out of) [this | these | the following | the | my | those] [notes | text
			| email | message | meeting notes | minutes | mail] <text>`,
	}},
	{read: plain("tasks.plan"), asks: true, say: []string{
		`(plan | organise | structure | schedule | plan out) (my | the) (day | tasks | work | morning | afternoon | todos | list)
			[for] [today]`,
		`what should i (do | start with | work on | focus on | tackle | begin with | start on | start | prioritise) [first | next |
			now] [today]`,
		`what do i do (first | next | now) [today]`,
		`[decide | choose | figure out | pick] what to (do | work on | start with) (first | next | now)`,
		`what should i be (doing | working on) [now | today]`,
		`(prioritise | sort | order | rank) [all] [of] $list [by (priority | importance | urgency)] [for today]`,
		`(prioritise | sort | order) (my | the) day`,
		`what is [my | the] most (important | urgent) [task] [today | now | first]`,
		`what is [my] (important | urgent | top priority | first priority) (today | now | first)`,
		`what is my (top | first) priority`,
		`what are my [top] priorities [today | for today]`,
		`what (comes | should come) (first | next)`,
		`where (should | do) i (start | begin)`,
		`(in what | what | in which | which) order should i do (them | things | my tasks | these | it) [in]`,
		`make [me] (a | my) plan [for (today | the day | my day)]`,
		`(which | what) task (should i do | comes | is | should i tackle | should i start with) [first | next]`,
		`give me a plan [for (today | the day | my day)]`,
		`what is the [best | most important] (thing | task) to do (first | next | now | today)`,
		`help me prioritise [my tasks | my day]`,
		`what now`,
	}},
}

var trips = []group{
	{read: bookFlight, say: []string{
		`book [me | us] [on | onto] <flight>`,
		`(i will take | i take | take | choose | pick | go with | go for | let us take | i will go with | select | reserve | get me
			| i want | i would like) <flight>`,
	}},
	{read: searchTrips, asks: true, say: []string{
		`(find | search | search for | look for | look up | get | show | check | check for | book | i need | i want | i would like
			| rank | compare | give | $havei | need | look into | what are | what | which) [me | us] [the | a | an | any | some | all]
			[best | cheap | cheapest | good | direct | non-stop | return | round trip | one way] [a] $flight [are there | do you have
			| can i get | options] <trip>`,
		`[any | cheap | direct | non-stop] $flight <trip>`,
		`(i am | we are) looking for [a | some] [cheap | direct | non-stop] $flight <trip>`,
		`(plan | book | organise | arrange) [me | us] [a | an | my] [business | work | weekend] trip <trip>`,
		`(i need | i want | i have | i would like) to (fly | travel) <trip>`,
		`(fly | get | take) me <trip>`,
		`(i am | we are) (flying | travelling | traveling) <trip>`,
		`(fly | flying) <trip>`,
		`how (can | do) i (fly | get) <trip>`,
	}},
}

// preferences are what somebody says they prefer.
var preferences = []string{
	`i [always | usually | generally | really | would | much | also | do] prefer <value>`,
	`my (favourite | preferred) <key> (is | are) <value>`,
	`i (always | usually | only | mostly) (fly | travel) [with | on | in] <fly>`,
	`my [travel | flight | maximum | max] <key:budget | name | birthday | home airport | airport | home city | maximum price |
		price limit | seat preference | cabin class> [for flights | for (the | a) flight | for this trip | for trips] (is | are |
		should be | can be) <value>`,
}

var memories = []group{
	{read: remember, say: []string{
		`(remember | keep in mind | bear in mind | memorise | memorize) [that] <fact>`,
		`do not forget that <fact>`,
		`<fact> [please] (remember | do not forget) that`,
		`(note | note down | make a note | take a note | make note | for the record | fyi | write down | for your information | save |
			store | take note) [that | of the fact that | down] <fact>`,
	}},
	{read: remember, alone: true, say: []string{`<fact:my <who> name is <name>>`}},
	{read: prefer, alone: true, say: preferences},
	{read: recall, asks: true, say: []string{
		`what (do you | can you) (know | remember) about <about>`,
		`what (have | did) (i told | i tell) you about <about>`,
		`[do you] (remember | recall | know) my <known>`,
		`what (do you | have you) (know | remember | remembered | saved | noted) [so far | already]`,
		`(what | which | who) (is | are | was) my <known>`,
		`what you (know | remember) [about <about>]`,
		`what are my (preferences | facts)`,
		`(show | list) [me] [my] (memories | preferences | memory)`,
		`(what | which) <known:seat | airline | airport | cabin | hotel> do i (prefer | like)`,
	}},
	{read: forget, say: []string{
		`forget [about] [that | the fact that] <ref>`,
		`(delete | remove | erase | clear) what you know about <ref>`,
		`(delete | remove | erase | clear) <ref> from [your] memory`,
	}},
}

var others = []group{
	{read: setZone, say: []string{
		`my time zone is [now | actually] <zone>`,
		`(set | change | switch | update | put) [my | the] (time zone | clock) to <zone>`,
		`i am [now | currently] (in | on) [the] <zone> (time zone | time) [now]`,
		`use [the] <zone> (time zone | time)`,
	}},
	{read: setPlace, alone: true, say: []string{
		`i am [now | currently | back] (in | on) <place> [now | right now | currently | today | this week | at the moment | again]`,
		`i [have] [just | now] (moved | arrived | landed | relocated) (to | in) <place>`,
		`i [now] live in <place> [now]`,
	}},
	{read: plain("help"), asks: true, alone: true, say: []string{
		`help [me]`,
		`i need help`,
		`what can (you do | i say | i ask [you] | you help [me] with | i do here | i ask you to do)`,
		`what (do | can) you do`,
		`how (do you | does this) work`,
		`what are (my options | you able to do | your commands | the commands)`,
		`[show | list] [me] [the | your] commands`,
		`how can you help [me]`,
		`how do i use (this | you)`,
		`what are you for`,
		`what is it [that] you can do`,
		`how can i use (this | you)`,
	}},
}
