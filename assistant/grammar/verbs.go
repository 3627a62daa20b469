package grammar

// verbs are what tasks begin with, in the form of a request. Words that are as often
// nouns are in nouns too.
var verbs = set(`
	accept add address adjust agree analyse analyze announce answer apologise apologize apply approach approve archive arrange ask
	assemble assess assign attach attend audit automate babysit back backup bake balance bathe bleach block book borrow brainstorm
	bring brush budget build buy calculate calibrate call cancel capture catch change charge chase check choose circulate clarify
	clean clear close collect combine comment compare compile complete configure confirm congratulate connect consider consult
	contact continue convert cook coordinate copy correct create cut deal debug decide declare declutter decorate deep-clean define
	defrost delegate delete deliver demo deploy deposit describe design destroy detail develop dig digitise digitize disable discuss
	dispatch distribute do document donate double-check download draft drain draw drink drive drop dry dust earn eat edit email
	empty enable encourage end engage enrol enroll enter escalate establish estimate evaluate examine exchange execute exercise
	expand expense explain explore export extend facetime feed fetch figure file fill film finalise finalize find finish fire fix
	fly fold follow follow-up format forward frame freeze garden gather generate get give glue go google grab grade grease greet
	grill groom grow guide hand handle hang harvest head help hem hire hold hoover host hug hunt ice identify implement import
	improve include increase inflate inform insert inspect install insulate insure integrate interview introduce invest investigate
	invite invoice iron jog join jot keep knit knock label laminate launch lay lead learn leave lend let list listen load locate
	lock log look lower lubricate mail maintain make manage map marinate mark market match measure meditate meet memorise mend
	mention merge message migrate model monitor mop mount move mow nail negotiate note notify nudge obtain offer oil onboard open
	order organise organize outline overhaul pack package pad paint park parse patch pay peel phone photograph pick pin ping plan
	plant plaster play polish post pour practice practise pray prep prepare present press print prioritise process produce program
	promote propose prototype prove provide prune publish pull pump purchase push put query question quit quote raise rake reach
	read rearrange rebook rebuild recharge reconcile record recruit recycle redecorate redesign redo reduce refactor refill
	refinance refresh refund regenerate register rehearse reinstall release relocate remind remove rename renew renovate rent
	reorder reorganise repaint repair repeat replace reply report repot request reschedule research reserve reset resolve respond
	restart restock restore retrieve retry return review revise rewrite ring rinse roast rotate run sand save scan schedule scrape
	scrub seal search secure see sell send separate serve service set settle sew shampoo share sharpen shave shine ship shoot shop
	shovel shower shred shut sign simplify sketch skim skype slice solve sort source speak spend spray spread spring-clean stain
	stamp start stick stock stop store strip study submit subscribe summarise summarize supply survey swap sweep swim switch sync
	tackle tag take talk tape teach tell test text thank throw tidy tie tile top touch track trade train transcribe transfer
	translate transport trash travel treat trim troubleshoot try tune turn type unblock unclog unfollow uninstall unload unpack
	unplug unsubscribe update upgrade upload use vaccinate vacuum validate verify visit volunteer vote wake walk wash watch water
	wax wear weed weigh weld whatsapp wipe wire withdraw work wrap write zoom`)

// nouns are the verbs that are things as often. Behind "and" they begin a new task
// only with what they are done to.
var nouns = set(`
	address answer audit back backup block book brush budget build call change charge comment copy cut deal demo deposit design
	document download draft drink drive drop dust email end estimate exercise exchange expense export film file fire fix fold format
	forward frame garden glue grade grease grill guide handle head hem hire host hug ice import increase iron invoice invite jog
	label launch list load lock mail map mark market match measure message model mop move nail note oil offer order package pad
	paint park patch peel phone photograph pin ping plan plant plaster play polish post practice present press print process produce
	program prototype pump purchase push question quote rake record refill refund release rent repair report request research
	reserve reset return review ring roast run sand save scan seal service share shampoo ship shoot shop shovel shower sketch slice
	sort source spray spread stain stamp stick stock stop store strip study supply survey swap sweep swim switch tag tape test text
	tie tile top touch track trade train transfer transport trash treat trim tune type update upgrade upload vote walk wash watch
	water wax wear weed wipe wire work zoom freeze ski slice detail drain shave market schedule interview function experience`)

// compounds begin with a noun that is no verb there.
var compounds = set(`
	post-office post-offices book-club book-shop book-shelf book-case call-centre call-center test-results test-result paint-brush
	paint-brushes water-bottle water-bottles water-filter email-address phone-charger phone-case phone-bill report-card work-shoes
	work-clothes work-permit travel-insurance travel-documents travel-adapter film-festival guide-book record-player train-ticket
	train-tickets train-station watch-strap watch-battery zoom-link zoom-call drop-box paper-work copy-paper printer-ink oil-filter
	iron-tablets file-folder file-folders wrap-paper toilet-paper hand-soap dust-bags sand-paper light-bulbs play-dough end-users
	market-place change-log build-server drill-bits sort-code mail-box track-pants tape-measure trash-bags wash-cloth wire-cutters`)

// intransitive verbs are tasks in one word.
var intransitive = set(`
	exercise meditate pack shower jog vacuum study practise practice unpack tidy vote hoover swim pray shop reply`)

// chatter are verbs that, behind "I have to", mostly begin no task.
var chatter = set(`
	say admit know be think confess agree stress wonder understand believe hope feel guess hear emphasise emphasize live die sleep
	rest laugh cry worry wait sit stand see mention stay like
	love prefer`)

// asides may stand before a verb.
var asides = set(`
	also then first next finally quickly maybe perhaps still please just afterwards later and plus second third lastly actually
	definitely really immediately urgently`)

// obliges are the words before what has to be done, longest first.
var obliges = []string{
	`i (have | need | have got | got | ought | am supposed | am going | still have | still need | also need | also have | really
		need | really have) to`,
	`(i | we) (must | should) [also | really | still | probably]`,
	`we (have | need | have got | ought) to`,
	`let us`,
	`(i | we) had better`,
	`do not forget to`,
	`do not let me forget to`,
	`remember to`,
	`(make | be) sure (to | i | we | that i | that we | you)`,
	`remind me to`,
	`(i | you) would better`,
	`you (need | have) to`,
	`(it is | it is) time to`,
	`todo`,
	`to do`,
	`task`,
	`action item`,
	`action`,
	`need to`,
	`have to`,
	`must`,
	`gotta`,
	`got to`,
	`(the | my) (next | first | last) (step | thing | task) is to`,
	`(i | we) (want | would like) to remember to`,
	`(could | can | would) you please`,
	`[please] (add | create | make | set) [me] a [new] (task | reminder | todo) (to | for)`,
}
