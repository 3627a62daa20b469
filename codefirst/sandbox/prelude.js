// The machine's own part: it is read once, before the code of a model, and keeps what
// it needs of the language so that nothing the code changes later changes it.
(function (given, guard, markup) {
  'use strict';
  const host = globalThis.__host;
  const config = JSON.parse(given);
  const call = Function.prototype.call;
  const un = f => call.bind(f); // a method as a function
  const { parse, stringify } = JSON;
  const { isArray } = Array;
  const { keys, freeze, create, defineProperty, defineProperties, seal, getPrototypeOf, isFrozen } = Object;
  const { construct, ownKeys, apply, setPrototypeOf } = Reflect, { toPrimitive, iterator, asyncIterator } = Symbol;
  const ownNames = Object.getOwnPropertyNames, descriptor = Object.getOwnPropertyDescriptor;
  const RealDate = Date, RealPromise = Promise, RealError = Error, RealMap = Map, RealSet = Set, RealWeakMap = WeakMap;
  const RealString = String, RealProxy = Proxy, Type = TypeError, Range = RangeError;
  const join = un(Array.prototype.join), slice = un(String.prototype.slice);
  const lower = un(String.prototype.toLowerCase), charAt = un(String.prototype.charAt);
  const get = un(Map.prototype.get), set = un(Map.prototype.set), has = un(Map.prototype.has), remove = un(Map.prototype.delete);
  const include = un(Set.prototype.add), isIn = un(Set.prototype.has), forEachOf = un(Set.prototype.forEach), { isView } = ArrayBuffer;
  const forEach = un(Map.prototype.forEach), isElement = un(WeakMap.prototype.get), mark = un(WeakMap.prototype.set);
  const iso = un(Date.prototype.toISOString), time = un(Date.prototype.getTime), floor = Math.floor, imul = Math.imul;
  const generator = getPrototypeOf(async function* () {}).prototype;
  const then = un(Promise.prototype.then), next = un(generator.next), raise = un(generator.throw);
  const { isFinite: finite } = Number;

  // append is push that no setter of a prototype sees.
  const append = (list, value) =>
    defineProperty(list, list.length, { __proto__: null, value, writable: true, configurable: true, enumerable: true });

  // unfolded is a map, a set or a list of numbers as an object or a list.
  const named = key => typeof key === 'string' || typeof key === 'number';
  function unfolded(v) {
    const out = [], object = create(null);
    let fits = true, n = 0;
    const bounded = () => { if (++n > 100000) throw new Range('the value is too large: more than 100000 parts'); };
    if (isView(v)) {
      if (typeof v.length !== 'number') plain(v);
      for (let i = 0; i < v.length; i++) { bounded(); append(out, v[i]); }
      return out;
    }
    if (v instanceof RealSet) {
      forEachOf(v, item => { bounded(); append(out, item); });
      return out;
    }
    forEach(v, (item, key) => {
      bounded();
      append(out, [key, item]);
      fits = fits && named(key) && !('' + key in object);
      if (fits) object['' + key] = item;
    });
    return fits ? object : out;
  }
  // plain throws what an object without fields is that would be {} without a word.
  const root = Object.prototype, tagOf = un(Object.prototype.toString);
  function plain(v) {
    const parent = getPrototypeOf(v);
    if (parent === null || parent === root) return;
    throw new Type('an object of the kind ' + slice('' + tagOf(v), 8, -1) + ' has no JSON: make a text, a list or an object of it');
  }

  // Values leave as JSON of bounded size, whatever toJSON and JSON.stringify have become.
  function exported(value, limit) {
    const out = [];
    let size = 0, nodes = 0;
    const add = text => {
      size += text.length;
      if (size > limit) throw new Range('the value is too large: more than ' + limit + ' characters of JSON');
      append(out, text);
    };
    const write = (v, depth) => {
      if (++nodes > 100000) throw new Range('the value is too large: more than 100000 parts');
      if (depth > 64) throw new Range('the value nests too deep, or holds itself');
      switch (typeof v) {
        case 'string':
          if (v.length > limit) add(v);
          return add(stringify(v));
        case 'number': return add(finite(v) ? '' + v : 'null');
        case 'boolean': return add(v ? 'true' : 'false');
        case 'bigint': return add('"' + v + '"');
        case 'object': break;
        default: return add('null');
      }
      if (v instanceof RealPromise) throw new Type('a promise is no value: await it first');
      if (v === null) return add('null');
      if (isArray(v)) {
        const n = v.length;
        if (n > 100000) throw new Range('the list is too long: ' + n);
        add('[');
        for (let i = 0; i < n; i++) {
          if (i > 0) add(',');
          write(v[i], depth + 1);
        }
        return add(']');
      }
      if (v instanceof RealDate) {
        return add(finite(time(v)) ? '"' + iso(v) + '"' : 'null');
      }
      if (v instanceof RealError) v = { name: '' + v.name, message: '' + v.message };
      if (v instanceof RealMap || v instanceof RealSet || isView(v)) return write(unfolded(v), depth);
      const names = keys(v);
      if (names.length === 0) plain(v);
      add('{');
      let first = true;
      for (let i = 0; i < names.length; i++) {
        const item = v[names[i]];
        if (item === undefined || typeof item === 'function' || typeof item === 'symbol') continue;
        if (!first) add(',');
        first = false;
        add(stringify(names[i]));
        add(':');
        write(item, depth + 1);
      }
      add('}');
    };
    write(value, 0);
    return join(out, '');
  }
  const isData = v => v !== undefined && typeof v !== 'function' && typeof v !== 'symbol';
  const json = v => isData(v) ? exported(v, config.value) : '';

  function frozen(v) {
    if (typeof v === 'object' && v !== null && !isFrozen(v)) {
      freeze(v);
      const names = ownKeys(v);
      for (let i = 0; i < names.length; i++) frozen(v[names[i]]);
    }
    return v;
  }

  function refused(answer, name) {
    if (charAt(answer, 0) !== '!') return answer;
    const e = new RealError(slice(answer, 1));
    if (name) defineProperty(e, 'name', { __proto__: null, value: name, writable: true, configurable: true });
    throw e;
  }

  // Calls go out, and come back through settle.
  const pending = new RealMap(), calls = new RealWeakMap(); // by the error that a call fails with
  let now = config.now;
  function outside(kind, name, text, failure = new RealError('')) {
    const seq = refused(host(kind, name, text, '' + failure.stack));
    mark(calls, failure, seq);
    return new RealPromise((resolve, reject) => set(pending, seq, { resolve, reject, failure }));
  }
  function settle(seq, ok, text, at) {
    now = at;
    const p = get(pending, seq);
    if (!p) return;
    remove(pending, seq);
    if (ok) return p.resolve(text === '' ? undefined : parse(text));
    p.failure.message = text;
    p.reject(p.failure);
  }

  // A function of a list gives each tool the place and the list too. All else that comes
  // after the first value would be lost.
  function single(name, args, more) {
    if (typeof args === 'object' && args !== null && typeof more[0] === 'number' && isArray(more[1])) return;
    throw new Type(name + ' takes one object of named values, not ' + (more.length + 1) + ' arguments');
  }

  const define = (on, name, value) => defineProperty(on, name, { value, writable: true, configurable: true, enumerable: true });
  const tool = name => (args, ...more) => { // not async, for then the end of the run would only reject it
    try {
      if (more.length > 0) single(name, args, more);
      return outside('call', name, json(args));
    } catch (e) {
      return new RealPromise((_, reject) => reject(e));
    }
  };
  const spaces = create(null);
  for (const o of config.objects) {
    const space = spaces[o.name] = create(null);
    for (const p of o.properties || []) {
      let value = frozen(p.value);
      let text = exported(value, config.value);
      defineProperty(space, p.name, {
        enumerable: true,
        get: () => value,
        set: changed => {
          const was = json(changed) || 'null';
          if (was === text) return;
          if (!p.writable) refused('!Property ' + o.name + '.' + p.name + ' is read-only and cannot be modified', 'AssignmentError');
          refused(host('assign', o.name, p.name, was), 'AssignmentError');
          value = frozen(parse(was));
          text = was;
        },
      });
    }
  }
  for (const full of config.functions) {
    const dot = full.indexOf('.');
    if (dot < 0) {
      define(globalThis, full, tool(full));
      continue;
    }
    const space = spaces[full.slice(0, dot)] || (spaces[full.slice(0, dot)] = create(null));
    defineProperty(space, full.slice(dot + 1), { value: tool(full), enumerable: true });
  }
  for (const name of keys(spaces)) define(globalThis, name, seal(spaces[name]));
  for (const v of config.variables) define(globalThis, v.name, v.value);

  // Elements.
  const elements = new RealWeakMap(), components = new RealMap(), byName = new RealMap();
  for (const name of keys(config.components)) {
    const component = (given, ...more) => typeof given === 'object' && given !== null && !isArray(given) && !isElement(elements, given)
      ? jsx(component, given, ...more) : jsx(component, null, given, ...more);
    defineProperty(component, 'name', { value: config.components[name] });
    freeze(component);
    set(components, component, config.components[name]);
    set(byName, lower(name), config.components[name]);
    define(globalThis, name, component);
  }
  const fragment = freeze({});
  function nodes(list, out, depth) {
    if (depth > 64) throw new Range('the children nest too deep');
    for (let i = 0; i < list.length; i++) {
      const c = list[i];
      switch (typeof c) {
        case 'undefined': case 'boolean': continue;
        case 'string': case 'number': case 'bigint': text(out, '' + c); continue;
        case 'object':
          if (c === null) continue;
          if (isArray(c)) { nodes(c, out, depth + 1); continue; }
          if (isElement(elements, c)) {
            if (c.name === '' && c.tag === '') nodes(c.children, out, depth + 1); else append(out, c);
            continue;
          }
          if (c instanceof RealPromise) throw new Type('a promise cannot be shown: await it first');
          if (c instanceof RealDate) { text(out, iso(c)); continue; }
          throw new Type('an object cannot be shown: write a text, such as {value.name}');
        default: throw new Type('a ' + typeof c + ' cannot be shown');
      }
    }
  }
  function text(out, t) {
    const last = out.length - 1;
    if (last >= 0 && typeof out[last] === 'string') out[last] += t; else append(out, t);
    if (out.length > 10000) throw new Range('too many children');
  }
  function jsx(tag, props, ...children) {
    let name = tag === fragment ? '' : has(components, tag) ? get(components, tag) : undefined;
    if (name === undefined && typeof tag === 'string') name = get(byName, lower(tag));
    if (name === undefined && typeof tag === 'function') return rendered(tag, props, children);
    if (name === undefined && has(html, tag)) return marked(tag, props === null ? {} : props, children);
    if (name === undefined) {
      const known = [];
      forEach(components, n => append(known, n));
      throw new ReferenceError((typeof tag === 'string' ? '<' + tag + '>' : 'this') + ' is not a component; there are ' + (join(known, ', ') || 'none'));
    }
    const list = [];
    if (props !== null && children.length === 0 && props.children !== undefined) append(children, props.children);
    nodes(children, list, 0);
    return element(name, props, name === '' ? list : inlined(list, ''), '');
  }
  // The first component that was made, until one is shown. Each knows where it was.
  let made;
  function element(name, props, children, tag) {
    const e = { name, props, children, tag, at: name === '' ? undefined : new RealError('') };
    if (made === undefined && name !== '') made = e;
    mark(elements, e, true);
    return freeze(e);
  }

  // A component of the code's own is a function of its props, or a class that renders.
  function rendered(f, props, children) {
    const given = { ...props };
    if (children.length > 0) given.children = children.length === 1 ? children[0] : children;
    const isClass = f.prototype !== undefined && typeof f.prototype.render === 'function';
    const out = isClass ? new f(given).render() : f(given);
    if (out instanceof RealPromise) throw new Type('<' + f.name + '> gives a promise: a component cannot be async');
    if (typeof out === 'object' && out !== null && isElement(elements, out)) return out;
    const list = [];
    nodes([out], list, 0);
    return element('', null, list, '');
  }
  class Component {
    constructor(props) { this.props = props; }
  }
  const React = { Component, PureComponent: Component, Fragment: fragment, createElement: jsx };

  const { html, marked, inlined } = markup(nodes, text, append, element);
  function shown(e, depth) {
    if (depth > 64) throw new Range('the elements nest too deep');
    const out = { name: e.name, props: e.props === null ? undefined : e.props, children: [] };
    for (let i = 0; i < e.children.length; i++) {
      const c = e.children[i];
      append(out.children, typeof c === 'string' ? { text: c } : { element: shown(c, depth + 1) });
    }
    return out;
  }

  // What the code declares.
  const variables = new RealMap();
  function declared() {
    const out = [];
    let left = config.value;
    forEach(variables, (read, name) => {
      let v;
      try { v = read(); } catch { return; }
      const kind = v === null ? 'null' : isArray(v) ? 'array' : v instanceof RealError ? 'error' : typeof v;
      let value = '';
      try { value = isData(v) ? exported(v, left) : ''; } catch {}
      left -= value.length;
      append(out, '{"name":' + stringify(name) + ',"kind":"' + kind + '"' + (value ? ',"value":' + value : '') + '}');
    });
    return '[' + join(out, ',') + ']';
  }

  // What is thrown and is no error does not say where.
  let bare;
  function throwing(value) {
    if (!(value instanceof RealError)) bare = { value, at: new RealError('') };
    return value;
  }

  function described(e) {
    let name = 'Error', message = '', stack = '';
    try {
      if (e instanceof RealError) {
        name = '' + e.name;
        message = '' + e.message;
        stack = '' + e.stack;
      } else {
        name = 'Thrown';
        message = typeof e === 'string' ? e : json(e) || RealString(e);
        if (bare !== undefined && bare.value === e) stack = '' + bare.at.stack;
      }
    } catch {
      message = 'an error that cannot be read';
    }
    const call = typeof e === 'object' && e !== null && isElement(calls, e) || '';
    return stringify([slice(name, 0, 100), slice(message, 0, 4000), slice(stack, 0, 4000), call]);
  }

  // Promises that have failed and that nothing waits for, with what they failed with; and
  // what the code threw. The host asks when all has come to its end.
  const failures = new RealMap();
  const thrown = new RealSet();
  const rejected = (promise, reason, handled) => { if (handled) remove(failures, promise); else set(failures, promise, reason); };
  function unheard() {
    const out = [], seen = new RealSet();
    let more = 0;
    forEach(failures, reason => {
      if (isIn(thrown, reason) || isIn(seen, reason)) return;
      include(seen, reason);
      if (out.length === 10) more++; else append(out, described(reason));
    });
    return '[' + more + (out.length > 0 ? ',' : '') + join(out, ',') + ']';
  }

  // What a function of the code yields is shown as a yield of the code is. One that is
  // not async does not wait for it: the code ends when all of them have come back.
  const saying = [];
  function whole(e) {
    if (typeof e !== 'object' || e === null || !isElement(elements, e) || e.name === '') {
      throw new Type('yield takes a component, such as <Message>Hello</Message>');
    }
    made = null;
    return exported(shown(e, 0), config.value);
  }
  function say(e, waits) {
    const shows = outside('yield', '', whole(e), e.at);
    if (!waits) {
      append(saying, shows);
      then(shows, undefined, () => {});
    }
    return shows;
  }

  function lost(e, how) {
    if (e.at === undefined) throw new Type('a text in <></> was ' + how);
    e.at.message = '<' + e.name + '> was ' + how;
    throw e.at;
  }

  async function drive(program) {
    try {
      const gen = program();
      let r = await next(gen);
      while (!r.done) {
        let failed, failure;
        try {
          await outside('yield', '', whole(r.value), r.value.at);
        } catch (e) {
          failed = true;
          failure = e;
        }
        r = failed ? await raise(gen, failure) : await next(gen);
      }
      for (let i = 0; i < saying.length; i++) await saying[i];
      if (typeof r.value === 'object' && r.value !== null && isElement(elements, r.value)) {
        lost(r.value, 'returned, which shows nothing: yield it, and then return an exit');
      }
      if (made) lost(made, 'made and never shown: yield it');
      refused(host('done', 'return', json(r.value), ''));
    } catch (e) {
      let what = '';
      include(thrown, e);
      try { what = described(e); } catch {}
      host('done', 'throw', what, '');
    }
  }

  // The language as the code finds it.
  let s = config.seed;
  const random = () => { // mulberry32, by Tommy Ettinger; public domain
    s = (s + 0x6d2b79f5) | 0;
    let t = imul(s ^ (s >>> 15), 1 | s);
    t = (t + imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  defineProperty(Math, 'random', { value: random, writable: true, configurable: true });
  function Clock(...args) {
    if (new.target === undefined) return '' + new RealDate(now);
    return construct(RealDate, args.length === 0 ? [now] : args, new.target);
  }
  defineProperties(Clock, {
    now: { value: () => floor(now) }, parse: { value: RealDate.parse }, UTC: { value: RealDate.UTC },
    prototype: { value: RealDate.prototype }, name: { value: 'Date' }, length: { value: 7 },
  });
  defineProperty(RealDate.prototype, 'constructor', { value: Clock, writable: true, configurable: true });
  define(globalThis, 'Date', Clock);
  const printed = v => {
    if (typeof v === 'string') return v;
    try { return json(v) || RealString(v); } catch { return '' + tagOf(v); }
  };
  const log = (...args) => {
    const out = [];
    for (let i = 0; i < args.length; i++) append(out, printed(args[i]));
    host('log', slice(join(out, ' '), 0, 2 * config.line + 2), '', '');
  };
  define(globalThis, 'console', freeze({ log, info: log, warn: log, error: log, debug: log }));
  define(globalThis, 'structuredClone', v => isData(v) ? parse(json(v)) : undefined);

  guard();
  // A promise has no other properties, and is no text: code that takes one for what it
  // promises is told so.
  const unwaited = name => new Type('a promise was used as a value' + (name === '' ? '' : ' (' + name + ')') + ': await it first');
  setPrototypeOf(RealPromise.prototype, new RealProxy(freeze(create(Object.prototype)), {
    get: (_, name) => {
      if (name === toPrimitive || name === iterator) throw unwaited('');
      if (typeof name === 'symbol') return undefined;
      throw unwaited('.' + name);
    },
  }));
  define(RealPromise.prototype, asyncIterator, async function* () { return await this; });
  freeze(RealPromise);
  freeze(RealPromise.prototype);
  freeze(generator);
  const fixed = (name, value) => defineProperty(globalThis, name, { value });
  fixed('__v', (name, read) => { set(variables, name, read); });
  fixed('__jsx', jsx);
  fixed('__fragment', fragment);
  fixed('__say', say);
  fixed('__shown', e => { whole(e); return e; });
  fixed('__thrown', throwing);
  if (!('React' in globalThis)) define(globalThis, 'React', freeze(React));
  const Bytes = ArrayBuffer;
  const roomy = n => { try { new Bytes(n); return true; } catch { return false; } };
  return { start: program => { drive(program); }, settle, declared, roomy, unheard, rejected };
})
