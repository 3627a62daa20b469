package words

import "testing"

const shown = "yield <Message>All right.</Message>\nreturn { action: \"listen\" }"

func TestCodeLosesItsFrame(t *testing.T) {
	fenced := "```typescript\n" + shown + "\n```"
	hold(t, program, []reading{
		{"<think>I'd greet.</think>\n" + fenced, "\n" + fenced, ""},
		{"<think>I'd greet.\n```tsx\nyield <Message>no</Message>\n```\n</think>\n" + fenced, "\n" + fenced, ""},
		{"I'd greet.</think>\n\n" + shown, "\n\n" + shown, ""},
		{"I'd `yield` it.\n</think>\n" + fenced, "\n" + fenced, ""},
		{"Sure.\n<think>hm</think>\n" + fenced, "Sure.\n\n" + fenced, ""},
		{"<thinking>hm</thinking>" + shown, shown, ""},
		{"<THINK>hm</THINK>" + shown, shown, ""},
		{"[THINK]hm[/THINK]" + shown, shown, ""},
		{"◁think▷hm◁/think▷" + shown, shown, ""},
		{"<seed:think>hm</seed:think>" + shown, shown, ""},
		{"<think>never", "", ""},
		{"<|channel|>analysis<|message|>hm<|end|><|start|>assistant<|channel|>final<|message|>" + shown + "<|return|>", shown, ""},
		{"<|channel>thought\nhm<channel|>" + shown, shown, ""},
		{shown + "<|im_end|>", shown, ""}, {shown + "<|im_end|>\n<|im_start|>user\nThanks", shown, ""},
		{fenced + "<|eot_id|>", fenced, ""}, {fenced + "\n<|eot_id|>more", fenced + "\n", ""},
		{shown + "</s>", shown, ""}, {"<s>" + shown, shown, ""}, {shown + "\n[INST] more", shown + "\n", ""},
		{shown + "<｜end▁of▁sentence｜>", shown, ""}, {shown + "<end_of_turn>\n<start_of_turn>user\nhi", shown, ""},
		{"<|im_start|>assistant\n" + shown, "\n" + shown, ""}, {"<|python_tag|>" + shown, shown, ""},
		{shown + "<|foo|>\n", shown + "\n", ""}, {shown + "\n<|foo|>", shown + "\n", ""},
		{"<|start_header_id|>assistant<|end_header_id|>\n\n" + shown, "\n\n" + shown, ""},
		{shown + "<|endoftext|>\n" + shown, shown, ""},
		{shown + " <|im_end|> <|im_end|>", shown + " ", ""},
		{"<reasoning>\nhm\n</reasoning>\n" + fenced, "\n" + fenced, ""},
		{"<scratchpad>hm</scratchpad>\n" + fenced, "\n" + fenced, ""},
		{"Reasoning: a greeting is due.\n\n" + shown, shown, ""},
		{"**Thinking:** so.\n\n" + fenced, fenced, ""},
		{"<|begin_of_thought|>hm<|end_of_thought|>\n" + fenced, "\n" + fenced, ""},
	})
}

func TestCodeIsLeftAlone(t *testing.T) {
	unchanged(t, program, []string{
		shown, "```tsx\n" + shown + "\n```", "Hello.\n■fn_start\n" + shown + "\n■fn_end",
		`yield <Message>{"<think>"}</Message>`, `const s = "<|im_end|>"`, `const s = '<|im_end|>'; f(s)`, "const s = `\n<|im_end|>\n`",
		"const s = `\n<think>\n`\nyield <Message>{s}</Message>", "// ends with <|im_end|>\n" + shown,
		"/* <|im_end|>\n<think>\n*/\n" + shown,
		"const a = b<c | d> (e)", "let x: Array<|A|B> = []", "let x: Array<\"a\"|\"b\"> = []", "const m = new Map<string, number>()",
		"if (a <b && c> d) {}",
		"<Think>no</Think>", "yield <Message>\n  <Thinking/>\n</Message>", "const f = <T,>(x: T) => x",
		"const f = <T extends unknown>(x: T) => x",
		"[a, b] = [b, a]", "[FOO].map(f)", "x = y[MAX_LEN]", "x <<= 2; y = x << SYS", "a = b || c", "type T = | \"a\" | \"b\"",
		"const t = `a ${b} <|im_end|>`",
		"yield <Message>Don't <b>stop</b></Message>", "yield <Message><s>old</s> new</Message>", "yield <Message>https://a.b/<|</Message>",
		"User: for (;;) { break User }", "const o = {\n  User: 1,\n  Assistant: 2,\n}", "yield <Message>I'd say `no`</Message>",
		"const r = /<\\|im_end\\|>/",
		"const s = \"<|im_start|>user\" + \"</think>\"", "yield <Message title=\"</think>\">x</Message>",
		"{\"name\":\"emoji_reaction\"}", "x = a ? <A/> : <B/>",
		"yield <Table rows={[[\"[INST]\"]]}/>", "let think: Thought = { thought: 1 }", "a = {\"analysis\": 1}",
		"yield <Message>Thinking: I do.</Message>\n\nreturn 1",
		"const quote = \"// \" + `${x}`\n" + shown, "const u = \"https://x.y\" // <|a|>\n" + shown,
	})
}
