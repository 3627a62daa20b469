import ts from 'typescript';

/** wordsIn are the words of a source that people see or hear though they are in no catalog, with the line of each. */
export function wordsIn(source: string, name: string): { line: number; words: string }[] {
  const file = ts.createSourceFile(name, source, ts.ScriptTarget.Latest, true, name.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS);
  const found = new Map<ts.Node, string>();
  const look = (node: ts.Node) => {
    if (isForMachines(node)) return;
    const text = textOf(node);
    if (text !== undefined && (isShown(node) ? /\p{L}/u : sentence).test(text)) found.set(node, text);
    ts.forEachChild(node, look);
  };
  look(file);
  return [...found].map(([node, text]) => ({
    line: file.getLineAndCharacterOfPosition(node.getStart()).line + 1, words: text.trim().replace(/\s+/g, ' '),
  }));
}

/** sentence is what reads like words wherever it stands: two of them, one that begins like a sentence, or ends like one. */
const sentence = /\p{L}{2,}[,.]? \p{L}{2,}|^\p{Lu}\p{Ll}{2,}$|\p{L}{2,}…/u;

function textOf(node: ts.Node): string | undefined {
  if (ts.isJsxText(node) || ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  return ts.isTemplateHead(node) || ts.isTemplateMiddle(node) || ts.isTemplateTail(node) ? node.text : undefined;
}

/** labels are the attributes whose texts are shown or read aloud, of elements and of the page's own components. */
const labels = /^(aria-(label|description|valuetext|roledescription|placeholder)|alt|failure|go|heading|label|note|placeholder|stop|title|what)$/;

/** isShown says that a text is the value of what is drawn: a child, or a label. */
function isShown(node: ts.Node): boolean {
  if (ts.isJsxText(node)) return true;
  let value = node;
  while (isValueOf(value, value.parent)) value = value.parent;
  const { parent } = value;
  if (ts.isJsxAttribute(parent)) return parent.initializer === value && labels.test(parent.name.getText());
  if (!ts.isJsxExpression(parent)) return false;
  return !ts.isJsxAttribute(parent.parent) || labels.test(parent.parent.name.getText());
}

/** isValueOf says that what node gives can be what parent gives. */
function isValueOf(node: ts.Node, parent: ts.Node): boolean {
  if (ts.isConditionalExpression(parent)) return parent.condition !== node;
  if (ts.isBinaryExpression(parent)) {
    const { kind } = parent.operatorToken;
    if (kind === ts.SyntaxKind.AmpersandAmpersandToken) return parent.right === node;
    return [ts.SyntaxKind.BarBarToken, ts.SyntaxKind.QuestionQuestionToken, ts.SyntaxKind.PlusToken].includes(kind);
  }
  if (ts.isTemplateSpan(parent)) return parent.literal === node;
  return ts.isParenthesizedExpression(parent) || ts.isTemplateExpression(parent);
}

/** isForMachines is what no user sees: modules' names, types, comparisons, errors that are bugs, selectors, styles. */
function isForMachines(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node)) return true;
  if (ts.isJsxAttribute(node)) return /^(aria-keyshortcuts|className|style|d|of|rel|viewBox|transform|data-.*)$/.test(node.name.getText());
  if (ts.isNewExpression(node)) return /^(\w*Error|DOMException)$/.test(node.expression.getText()) && !/^(Api|Agent)Error$/.test(node.expression.getText());
  if (ts.isCallExpression(node)) return /(^console\.\w+|\.(matches|closest|querySelector|querySelectorAll|matchMedia|createElement))(<.*>)?$/.test(node.expression.getText());
  if (!ts.isStringLiteral(node)) return false;
  if (ts.isBinaryExpression(parent)) return /^[!=]==$/.test(parent.operatorToken.getText());
  return ts.isCaseClause(parent) || (ts.isPropertyAssignment(parent) && parent.name === node);
}
