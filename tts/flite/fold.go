package flite

import (
	"unicode"
	"unicode/utf8"
)

// folded says how runes outside ASCII are read; the empty string drops one
// without parting the letters around it.
var folded = func() map[rune]string {
	m := map[rune]string{
		'‘': "'", '’': "'", '‛': "'", 'ʼ': "'", '′': "'", '“': `"`, '”': `"`, '„': `"`, '«': `"`, '»': `"`,
		'–': "-", '—': ", ", '―': ", ", '‐': "-", '‑': "-", '…': "... ",
		'ß': "ss", 'æ': "ae", 'Æ': "AE", 'œ': "oe", 'Œ': "OE", 'þ': "th", 'Þ': "Th", '\u00ad': "", '\u200d': "",
	}
	for _, letters := range []string{
		"aàáâãäåāăąǎ", "AÀÁÂÃÄÅĀĂĄǍ", "cçćĉċč", "CÇĆĈĊČ", "dðďđ", "DÐĎĐ", "eèéêëēĕėęě", "EÈÉÊËĒĔĖĘĚ",
		"gĝğġģ", "GĜĞĠĢ", "hĥħ", "HĤĦ", "iìíîïĩīĭįı", "IÌÍÎÏĨĪĬĮİ", "jĵ", "JĴ", "kķ", "KĶ", "lĺļľłŀ", "LĹĻĽŁĿ",
		"nñńņňŋ", "NÑŃŅŇŊ", "oòóôõöøōŏőǒ", "OÒÓÔÕÖØŌŎŐǑ", "rŕŗř", "RŔŖŘ", "sśŝşšș", "SŚŜŞŠȘ", "tţťŧț", "TŢŤŦȚ",
		"uùúûüũūŭůűųǔ", "UÙÚÛÜŨŪŬŮŰŲǓ", "wŵ", "WŴ", "yýÿŷ", "YÝŶŸ", "zźżž", "ZŹŻŽ",
	} {
		for _, r := range letters[1:] {
			m[r] = letters[:1]
		}
	}
	return m
}()

// fold turns text into ASCII. ends[i] is the offset in text of the end of the
// rune that ascii[i] stands for.
func fold(text string) (ascii []byte, ends []int) {
	ascii, ends = make([]byte, 0, len(text)), make([]int, 0, len(text))
	for at := 0; at < len(text); {
		r, n := utf8.DecodeRuneInString(text[at:])
		at += n
		s := foldRune(r)
		ascii = append(ascii, s...)
		for range len(s) {
			ends = append(ends, at)
		}
	}
	return ascii, ends
}

func foldRune(r rune) string {
	if r > ' ' && r < unicode.MaxASCII {
		return string(r)
	}
	if s, ok := folded[r]; ok {
		return s
	}
	if unicode.In(r, unicode.Mn, unicode.Cf, unicode.Variation_Selector) {
		return ""
	}
	return " "
}
