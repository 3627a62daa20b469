// Tags of HTML in what the code shows. The prelude reads it before the code of a model.
(function (tags) { return function (nodes, text, append, element) {
  'use strict';
  const un = f => Function.prototype.call.bind(f);
  const slice = un(String.prototype.slice), charAt = un(String.prototype.charAt);
  const get = un(Map.prototype.get), set = un(Map.prototype.set);

  // Tags of HTML are Markdown: what stands before and after their content. One of which
  // nothing stands is what it holds.
  const html = new Map();
  for (const [tag, open, end] of tags) set(html, tag, { open, end });
  const web = to => typeof to === 'string' && (slice(to, 0, 7) === 'http://' || slice(to, 0, 8) === 'https://');
  const said = v => typeof v === 'string' ? v : '';
  function marked(tag, props, children) {
    const list = [], out = [];
    nodes(children, list, 0);
    let { open, end } = get(html, tag);
    if (tag === 'a' && web(props.href)) { open = '['; end = '](' + props.href + ')'; }
    if (tag === 'img') open = web(props.src) ? '![' + said(props.alt) + '](' + props.src + ')' : said(props.alt);
    if (tag === 'li') open = ''; // it has its mark from the list that it is in
    if (tag === 'input') open = said(props.value) || said(props.placeholder);
    if (open === '' && end === '' && tag !== 'li' && tag !== 'tr' && tag !== 'td' && tag !== 'th') return element('', null, list, '');
    put(out, open);
    const inner = inlined(list, tag);
    for (let i = 0; i < inner.length; i++) if (typeof inner[i] === 'string') text(out, inner[i]); else append(out, inner[i]);
    put(out, end);
    return element('', tag === 'tr' ? cellsOf(list) : null, out, tag);
  }
  function cellsOf(list) {
    let n = 0;
    for (let i = 0; i < list.length; i++) if (list[i].tag === 'td' || list[i].tag === 'th') n++;
    return n;
  }
  // put adds a mark, but no empty line after one.
  function put(out, t) {
    const last = out[out.length - 1];
    if (typeof last === 'string') {
      let n = 0;
      while (n < 2 && charAt(last, last.length - 1 - n) === '\n') n++;
      while (n-- > 0 && charAt(t, 0) === '\n') t = slice(t, 1);
    }
    if (t !== '') text(out, t);
  }
  // inlined is content of an element with what tags there are in it as text.
  function inlined(list, tag) {
    const out = [];
    let items = 0, rows = 0, cells = 0, marks = 0;
    for (let i = 0; i < list.length; i++) {
      const c = list[i];
      if (typeof c === 'string') { text(out, c); continue; }
      if (c.name !== '') { append(out, c); continue; }
      marks++;
      const cell = c.tag === 'td' || c.tag === 'th';
      if (c.tag === 'li') put(out, tag === 'ol' ? '\n' + ++items + '. ' : '\n- ');
      if (c.tag === 'tr') put(out, '\n');
      if (cell) put(out, cells++ === 0 ? '| ' : ' | ');
      for (let k = 0; k < c.children.length; k++) {
        if (typeof c.children[k] === 'string') put(out, c.children[k]); else append(out, c.children[k]);
      }
      if (c.tag === 'tr' && rows++ === 0) {
        put(out, '\n|');
        for (let n = 0; n < c.props; n++) text(out, ' --- |');
      }
    }
    if (cells > 0) text(out, ' |');
    if (tag === '' && marks > 0) trim(out);
    return out;
  }
  // trim takes the lines off that marks have left at both ends.
  function trim(out) {
    const last = out.length - 1;
    let n = 0;
    if (typeof out[0] === 'string') {
      while (charAt(out[0], n) === '\n') n++;
      out[0] = slice(out[0], n);
    }
    if (last < 0 || typeof out[last] !== 'string') return;
    n = out[last].length;
    while (n > 0 && charAt(out[last], n - 1) === '\n') n--;
    out[last] = slice(out[last], 0, n);
  }
  return { html, marked, inlined };
}; })
