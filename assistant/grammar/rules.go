package grammar

import "slices"

// group is what several patterns mean.
type group struct {
	// read makes the calls of a match, none if the words are not meant so.
	read func(*reader, *match) []Call
	// asks allows a question mark: the pattern is a question, or no less a command
	// for being put as one.
	asks bool
	// alone keeps it from being the later part of "... and ...".
	alone bool
	say   []string
}

// groups is the grammar. A clause means the first pattern that holds and for which
// read gives calls, from top to bottom.
var groups = slices.Concat(reminders, taskChanges, newTasks, taskLists, days, trips, memories, others)

var reminders = []group{
	{read: setReminder, say: []string{
		`remind (me | us) [again | later] <what>`,
		`remind (me | us) <again:again>`,
		`do not let me forget <what>`,
		`(set | add | create | make | put in | give me | schedule | set up | leave me | get me | i need | i want | i would like)
			[me | up] [a | an | another | one | the] [new] reminder [for me] <what>`,
		`[new] reminder <what>`,
		`be reminded <what>`,
		`(ping | nudge | notify | alert | buzz) me <what>`,
		`set (a | an | my) <alarm:alarm> <what>`,
		`<wake:wake me> [up] <what>`,
	}},
	{read: cancelReminder, say: []string{
		`$cancel <ref>`,
		`(stop | quit) (reminding | nagging | bugging) me [about | to | of] <title>`,
	}},
	{read: plain("reminders.list"), asks: true, say: []string{
		`[$show] [$all] [my | the] [upcoming | open | active] reminders [$havei | i have | are set | are coming up]`,
		`what reminders ($havei | are set | are coming up | have i set) [set | today | coming up | for today]`,
		`$havei [any] reminders [set | today | coming up]`,
		`what (will you | have you got to | do you have to) remind me [of | about]`,
		`what (have i asked you | did i ask you | are you going) to remind me [of | about]`,
	}},
}

var taskChanges = []group{
	{read: noteTask, say: []string{
		`(add | attach | put | make | leave) [a | an | the | this] (note | comment | notes) (to | on | for) <ref> [saying] (saying
			| that says | that) <notes>`,
		`(add | attach | put | make | leave) [a | an | the | this] (note | comment | notes) (to | on | for) <ref> <notes>`,
		`note (for | on) <ref> <notes>`,
	}},
	{read: setDue(true), say: []string{
		`(set | change | move | make | update | push) [the] $duedate (of | for | on) <ref> (to | for | as | until) <when>`,
		`(set | add | put | give) [a | the] $duedate (of | for | on) <when> (for | on | to) <ref>`,
		`give <ref> a $duedate of <when>`,
		`(set | add | put) a $duedate (for | on | to) <ref> (of | on | for | to | at) <when>`,
		`(set | make | change) <ref> [to [be]] due [date] [to | on | by | for | at] <when>`,
		`(set | change) <ref> $duedate to <when>`,
	}},
	{read: pointed(shiftDue(true)), say: []string{
		`$later <ref:it | that | this | them> [back | out] [by | for] <span> [back | later | out]`,
		`(bring | move | pull) <ref:it | that | this | them> <sooner:forward | up> [by] <span>`,
	}},
	{read: pointed(setDue(true)), say: []string{
		`$move <ref:it | that | this | them> [back] $to <when>`,
	}},
	{read: shiftDue(false), say: []string{
		`$later <ref> [back | out] [by | for] <span> [back | later | out]`,
		`(bring | move | pull) <ref> <sooner:forward | up> [by] <span>`,
		`(move | shift) <ref> [by] <span> <sooner:earlier | sooner | forward | up>`,
	}},
	{read: setDue(false), say: []string{
		`$move <ref> [back] $to <when>`,
		`<ref> (is | are) [now | actually] due [on | by | at] <when>`,
		`<ref> (has to | must | needs to | should) be (done | finished | ready) [on | by | at] <when>`,
		`do <ref> <when> instead`,
		`(finish | complete | do) <ref> (by | before | until) <when>`,
		`$move <ref> <when>`,
	}},
	{read: complete(true), say: []string{
		`(complete | check off | tick off | cross off | strike off | mark off | cross out) <ref> [$off $list]`,
		`(check | tick | cross | strike | mark) <ref> off [[of | from] $list]`,
		`(mark | set | flag | put | check | tick | log) <ref> [down] [off] $done [now]`,
		`mark [as] (done | complete | completed) <ref>`,
	}},
	{read: complete(false), say: []string{
		`(tick | <only:finish | close | close out | wrap up>) <ref>`,
		`(done | finished | completed) [with | doing] <ref> [now | already | today | finally]`,
		`i [have | did] [$been] (finished | completed | done | did | complete | finish) [with | doing | up] <ref> [now | already |
			today | finally]`,
		`i am [$been] (done | finished | through) [with | doing] <ref>`,
		`<ref> (is | are | has been | have been | got) [$been] $done [now | too]`,
		`<ref> (done | complete | completed | finished)`,
	}},
	{read: didTask, say: []string{`i [have] [$been] <ref> [already | today | just now]`}},
	{read: setPriority(true), say: []string{
		`(set | change | make | put | update) [the] priority (of | for | on) <ref> [to | as | at] <prio:$level>`,
		`(<up:raise | increase | bump up | up> | <down:lower | decrease | reduce | drop>) [the] priority (of | for | on) <ref>`,
		`give <ref> <prio:$level>`,
		`(mark | flag | tag) <ref> <prio:$level>`,
	}},
	{read: setPriority(false), say: []string{
		`(make | set | change | put | bump | move | raise) <ref> <prio:$level>`,
		`<ref> (is | are | has | should be) [now] <prio:$level> [now]`,
		`<up:prioritise> <ref>`,
		`<down:deprioritise> <ref>`,
	}},
	{read: setStatus("pending", false), say: []string{
		`(reopen | untick | uncheck | unfinish | uncomplete | restore) <ref>`,
		`mark <ref> [as] (not [yet] (done | complete | completed | finished) | undone | open | pending | incomplete | unfinished |
			to do | todo) [again]`,
		`<undo:undo> [that | it | this | the last one | my last (change | task) | the last (change | task | completion)]`,
		`undo <ref>`,
		`put <ref> back on $list`,
	}},
	{read: setStatus("in_progress", true), say: []string{
		`(mark | set) <ref> [as | to] (in progress | started | ongoing | being worked on | in the works)`,
	}},
	{read: setStatus("in_progress", false), say: []string{
		`(start | begin | work on | get started on | get going on) [working on | work on | with] <ref>`,
		`i am [now | currently | already] (working on | doing | starting [with | on | work on]) <ref> [now]`,
		`i [have] [$been] (started | begun) [working on | with | on] <ref>`,
	}},
	{read: setStatus("cancelled", false), say: []string{`(cancel | call off | skip | abandon) <ref>`}},
	{read: rename, say: []string{
		`(rename | retitle | reword) <ref> (to | as | into) <title>`,
		`change [the] (title | name | text | wording) of <ref> to <title>`,
		`call <ref> <title> instead`,
	}},
	{read: change, say: []string{
		`(change | update | edit | correct) <ref> to [say | read | be] <title>`,
	}},
	{read: remove(true), say: []string{
		`(clear | empty | wipe | delete | erase | clean | clean up | reset) <list:$list>`,
		`(delete | erase) <ref> [$off $list]`,
		`($remove | take | scratch | strike | throw out | cross | delete) <ref> $off $list`,
	}},
	{read: remove(false), say: []string{`$remove <ref>`}},
}

var newTasks = []group{
	{read: addTask, say: []string{
		`$add [me | us] [a | an | another | one | one more | one other] [new] [quick | little | small] [<mark:$mark>] $task $onto
			$list [to | called | named | titled | saying | that says | for me to] <title>`,
		`$add [me | us] [a | an | another | one | one more | one other | the] [new] [quick | little | small] [<mark:$mark>] $task
			[for me] [to | called | named | titled | saying | that says | about | that i (have | need) to | for me to] <title> [$onto
			$list]`,
		`(i have | i have got | i need | here is | there is) [a | an | another | one more] [new] [<mark:$mark>] $task [for me | for
			you] [to | called | named] <title>`,
		`[a | another] (new | another | next | extra) [<mark:$mark>] $task [is | to | called | named | would be] <title>`,
		`add <title> as [a | an] [new] [<mark:$mark>] $task`,
		`(make | turn) <title> (a | into a) [new] [<mark:$mark>] $task`,
		`(remember | do not forget | be sure | make sure | make a note | take a note) to <title>`,
		`make sure [that] i <title>`,
	}},
	{read: addTasks, say: []string{
		`$add [me] [these | the following | some | two | three | four | five | a few | a couple of] [new] (tasks | todos | things)
			[$onto $list] [to] <title>`,
		`(i have | i need) [these | some | two | three | a few] [new] (tasks | todos | things) [to do] <title>`,
		`(tasks | todos) <title>`,
		`(add | put) $onto $list [that i (have | need) to | to] <title>`,
		`$put <title> [down] $onto $list [<when>]`,
	}},
	{read: addLoose, say: []string{
		`add <title>`,
		`<task:[new] $task> <title>`,
		`note to self <title>`,
		`<mark:$mark> task <title>`,
		`put down <title>`,
	}},
	{read: addDuty, say: []string{
		`i [still | also | really] (need | have | have got | got) to [remember to] <title>`,
		`i must [remember to] <title>`,
	}},
}
