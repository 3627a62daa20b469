package scenarios

import "strings"

// Language is what is known of a language that a character speaks.
type Language struct {
	// Name is in English, for prompts: "German".
	Name string
	// Hesitation is the sounds of a person thinking aloud. It is empty of a language of
	// which only the name is known.
	Hesitation string

	nudges, excuses, fillers []string
}

// LanguageOf is the language of a BCP 47 tag, whatever its region or script. One
// that is not known has no name.
func LanguageOf(tag string) Language {
	primary := primaryOf(tag)
	if l, known := languages[primary]; known {
		return l
	}
	return Language{Name: languageNames[primary]}
}

// primaryOf is the language of a tag, whatever its region or script.
func primaryOf(tag string) string {
	primary, _, _ := strings.Cut(tag, "-")
	return strings.ToLower(primary)
}

// languages have lines that any character can say. They name nothing of a scene,
// grant nothing, and call the user neither by a formal nor by a familiar word.
var languages = map[string]Language{
	"en": {
		Name: "English", Hesitation: "um, well or hmm",
		nudges: []string{
			"Um... are you still there?",
			"Take your time. I'm, well, I'm listening.",
			"Hmm. You've gone quiet on me.",
		},
		excuses: []string{
			"Sorry, I lost my thread. Could you say that again?",
			"Hmm... wait, I was somewhere else for a moment. Go on.",
			"Um, I didn't quite follow that. Say it once more?",
		},
		fillers: []string{"Hmm.", "Well...", "Let me think."},
	},
	"de": {
		Name: "German", Hesitation: "äh, na ja or hm",
		nudges: []string{
			"Äh... noch da?",
			"Ruhig Zeit lassen. Ich, na ja, ich höre zu.",
			"Hm. Jetzt ist es aber still.",
		},
		excuses: []string{
			"Entschuldigung, jetzt war ich raus. Bitte noch einmal?",
			"Hm... Moment, ich war kurz woanders. Weiter, bitte.",
			"Äh, das habe ich nicht ganz verstanden. Noch mal, bitte?",
		},
		fillers: []string{"Hm.", "Na ja...", "Moment, kurz überlegen."},
	},
	"fr": {
		Name: "French", Hesitation: "euh, bon or hmm",
		nudges: []string{
			"Euh... toujours là ?",
			"Rien ne presse. Je, enfin, j'écoute.",
			"Hmm. Quel silence, d'un coup.",
		},
		excuses: []string{
			"Pardon, j'ai perdu le fil. On peut reprendre ?",
			"Hmm... un instant, j'étais ailleurs. Voilà, j'écoute.",
			"Euh, je n'ai pas bien suivi. Encore une fois ?",
		},
		fillers: []string{"Hmm.", "Bon...", "Voyons voir."},
	},
	"es": {
		Name: "Spanish", Hesitation: "eh, bueno or mmm",
		nudges: []string{
			"Eh... ¿hay alguien ahí?",
			"Sin prisa. Yo, bueno, yo escucho.",
			"Mmm. Qué silencio, de pronto.",
		},
		excuses: []string{
			"Perdón, perdí el hilo. ¿Otra vez, por favor?",
			"Mmm... ay, estaba en otra cosa. Adelante.",
			"Eh, eso no lo entendí bien. ¿Una vez más?",
		},
		fillers: []string{"Mmm.", "Bueno...", "A ver, a ver."},
	},
	"it": {
		Name: "Italian", Hesitation: "ehm, beh or mah",
		nudges: []string{
			"Ehm... c'è ancora qualcuno?",
			"Con calma. Io, beh, io ascolto.",
			"Mah. Che silenzio, all'improvviso.",
		},
		excuses: []string{
			"Chiedo scusa, ho perso il filo. Un'altra volta?",
			"Ehm... ecco, pensavo ad altro. Avanti.",
			"Beh, questo non l'ho capito bene. Ancora una volta?",
		},
		fillers: []string{"Mah.", "Beh...", "Vediamo."},
	},
	"pt": {
		Name: "Portuguese", Hesitation: "é, bem or hum",
		nudges: []string{
			"Hum... ainda tem alguém aí?",
			"Sem pressa. Eu, bem, eu estou ouvindo.",
			"Hum. Que silêncio, de repente.",
		},
		excuses: []string{
			"Perdão, perdi o fio. Mais uma vez?",
			"Hum... puxa, eu estava longe. Pode continuar.",
			"Bem, isso eu não entendi direito. De novo, por favor?",
		},
		fillers: []string{"Hum.", "Bem...", "Vejamos."},
	},
}

// languageNames are those of which no lines are known.
var languageNames = map[string]string{
	"ar": "Arabic", "bn": "Bengali", "cs": "Czech", "da": "Danish", "el": "Greek", "fa": "Persian", "fi": "Finnish",
	"he": "Hebrew", "hi": "Hindi", "hu": "Hungarian", "id": "Indonesian", "ja": "Japanese", "ko": "Korean",
	"nl": "Dutch", "no": "Norwegian", "nb": "Norwegian", "pl": "Polish", "ro": "Romanian", "ru": "Russian",
	"sv": "Swedish", "sw": "Swahili", "ta": "Tamil", "th": "Thai", "tr": "Turkish", "uk": "Ukrainian",
	"ur": "Urdu", "vi": "Vietnamese", "zh": "Chinese",
}

// Labels are the words under which a model writes the two sides of a conversation in
// the language of a BCP 47 tag, English ones included: its own, and the user's.
func Labels(tag string) (own, others []string) {
	own, others = []string{"Assistant", "AI"}, []string{"User", "You", "Human"}
	if more, known := labels[primaryOf(tag)]; known {
		return append([]string{more[0]}, own...), append(append([]string{}, more[1:]...), others...)
	}
	return own, others
}

// labels are "assistant", "user" and "you", as interfaces of programs put them.
var labels = map[string][]string{
	"ar": {"المساعد", "المستخدم", "أنت"}, "cs": {"Asistent", "Uživatel", "Vy"}, "da": {"Assistent", "Bruger", "Du"},
	"de": {"Assistent", "Benutzer", "Nutzer", "Du", "Sie"}, "el": {"Βοηθός", "Χρήστης", "Εσείς"},
	"es": {"Asistente", "Usuario", "Tú", "Usted"},
	"fi": {"Avustaja", "Käyttäjä", "Sinä"}, "fr": {"Assistant", "Utilisateur", "Vous", "Toi"}, "he": {"עוזר", "משתמש", "אתה"},
	"hi": {"सहायक", "उपयोगकर्ता", "आप"}, "hu": {"Asszisztens", "Felhasználó", "Te"}, "id": {"Asisten", "Pengguna", "Anda"},
	"it": {"Assistente", "Utente", "Tu", "Lei"}, "ja": {"アシスタント", "ユーザー", "あなた"}, "ko": {"어시스턴트", "사용자", "당신"},
	"nb": {"Assistent", "Bruker", "Du"}, "nl": {"Assistent", "Gebruiker", "Jij", "U"}, "no": {"Assistent", "Bruker", "Du"},
	"pl": {"Asystent", "Użytkownik", "Ty"}, "pt": {"Assistente", "Usuário", "Utilizador", "Você"}, "ro": {"Asistent", "Utilizator", "Tu"},
	"ru": {"Ассистент", "Пользователь", "Вы", "Ты"}, "sv": {"Assistent", "Användare", "Du"}, "tr": {"Asistan", "Kullanıcı", "Sen"},
	"uk": {"Асистент", "Користувач", "Ви"}, "zh": {"助手", "用户", "你"},
}
