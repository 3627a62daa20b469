// What the language does in one step, however long it takes, is made to take steps in
// proportion, or is refused: the machine asks between steps whether to stop.
(function () {
  'use strict';
  const { isArray } = Array;
  const { create, defineProperty, getPrototypeOf, setPrototypeOf } = Object;
  const { construct, apply } = Reflect;
  const ownNames = Object.getOwnPropertyNames, descriptor = Object.getOwnPropertyDescriptor;
  const Type = TypeError, Range = RangeError, RealRegExp = RegExp, Waited = Promise, Bytes = ArrayBuffer, { isView } = ArrayBuffer;
  const Typed = getPrototypeOf(Uint8Array), own = Function.prototype.call.bind(Object.prototype.hasOwnProperty);
  const { map, flat: nativeFlat } = Array.prototype, { stringify } = JSON;
  const spaces = Function.prototype.call.bind(String.prototype.toString);

  const put = (on, name, value) => defineProperty(on, name, { __proto__: null, value, writable: true, configurable: true });
  const append = (list, value) =>
    defineProperty(list, list.length, { __proto__: null, value, writable: true, configurable: true, enumerable: true });
  const isObject = v => typeof v === 'object' && v !== null;
  const pay = n => { for (let i = n / 100; i > 0; i--); };
  const size = v => typeof v === 'string' || isObject(v) ? +v.length || 0 : 0;
  const plain = v => { // what only looks like a list has one length
    if (!isObject(v) || isView(v)) return;
    const length = descriptor(v, 'length');
    if (length === undefined ? v.length !== undefined : !own(length, 'value')) throw new Type('this takes a list');
  };
  const long = (name, n, most) => {
    if (n > most) throw new Range(name + ': too long: ' + n);
  };

  // Methods that look for one text in another take the product of both, at the worst.
  const searches = { __proto__: null, indexOf: 1, lastIndexOf: 1, includes: 1, split: 1, replace: 1, replaceAll: 1 };
  // What these are given answers yes or no, or which is first.
  const asks = { __proto__: null, filter: 1, find: 1, findIndex: 1, findLast: 1, findLastIndex: 1, some: 1, every: 1, sort: 1, toSorted: 1 };
  const byText = (a, b) => { // called for every pair, for comparing texts takes no steps
    const x = '' + a, y = '' + b;
    return x < y ? -1 : x > y ? 1 : 0;
  };
  function prepared(on, name, self, args) {
    if (on === String.prototype && name in searches && isObject(args[0]) && !(args[0] instanceof RealRegExp)) args[0] = '' + args[0];
    if (on === Array.prototype && (name === 'sort' || name === 'toSorted') && args[0] === undefined) args[0] = byText;
    if (on === Array.prototype && name in asks && typeof args[0] === 'function') {
      const f = args[0];
      args[0] = function (...given) {
        const answer = apply(f, this, given);
        if (answer instanceof Waited) throw new Type(name + ' was answered with a promise, which is always true: await first, then ' + name);
        return answer;
      };
    }
    if (on === Typed || (on === Typed.prototype && name === 'set')) plain(args[0]);
    if (on === Array.prototype && name === 'concat') {
      for (let i = 0; i < args.length; i++) if (!isArray(args[i])) args[i] = [args[i]];
    }
    if (name in searches && typeof args[0] === 'string') long(name, size(self) * args[0].length, 2e8);
  }
  const metered = (on, free, most) => {
    for (const name of ownNames(on)) {
      const f = descriptor(on, name).value;
      if (typeof f !== 'function' || free.includes(name)) continue;
      put(on, name, {
        [name](...args) {
          let self = this;
          if (on === Array.prototype && !isArray(self)) plain(self);
          if (on === String.prototype && isObject(self)) self = '' + self;
          prepared(on, name, self, args);
          let n = size(self);
          for (let i = 0; i < args.length; i++) n += size(args[i]);
          long(name, n, most);
          pay(n);
          const result = apply(f, self, args);
          if (typeof result === 'string') pay(result.length);
          return result;
        },
      }[name]);
    }
  };
  metered(Array.prototype, ['constructor', 'push', 'pop', 'at', 'keys', 'values', 'entries', 'flat', 'flatMap'], 1e6);
  metered(String.prototype, ['constructor', 'at', 'charAt', 'charCodeAt', 'codePointAt', 'toString', 'valueOf'], 4e6);
  metered(RealRegExp.prototype, ['constructor'], 4e6);
  metered(Typed.prototype, ['constructor', 'at', 'keys', 'values', 'entries'], 4e6);
  metered(JSON, ['stringify'], 4e6);
  metered(Array, ['isArray', 'of'], 1e6);
  metered(Typed, ['of'], 1e6);
  metered(Object, [], 1e6);
  metered(Reflect, [], 1e6);
  for (const name of ['decodeURI', 'decodeURIComponent', 'encodeURI', 'encodeURIComponent', 'escape', 'unescape']) {
    const f = globalThis[name];
    put(globalThis, name, text => {
      pay(size(text));
      return f(text);
    });
  }

  // What is written anew, for it goes through lists that it was not given.
  const flatten = (list, depth, out) => {
    const n = list.length;
    long('flat', n, 1e6);
    for (let i = 0; i < n; i++) {
      if (!(i in list)) continue;
      const v = list[i];
      if (depth >= 1 && isArray(v)) flatten(v, depth - 1, out); else append(out, v);
      long('flat', out.length, 1e6);
    }
    return out;
  };
  put(Array.prototype, 'flat', function flat(depth = 1) {
    if (!isArray(this)) return apply(nativeFlat, [], []);
    return flatten(this, +depth || 0, []);
  });
  put(Array.prototype, 'flatMap', function flatMap(f, self) {
    if (!isArray(this)) throw new Type('this takes a list');
    long('flatMap', this.length, 1e6);
    return flatten(apply(map, this, [f, self]), 1, []);
  });
  put(String, 'raw', function raw(strings, ...values) {
    let out = '';
    const n = +strings.raw.length || 0;
    for (let i = 0; i < n; i++) {
      out += strings.raw[i];
      if (i + 1 < n && i < values.length) out += values[i];
    }
    return out;
  });
  put(JSON, 'stringify', { stringify(value, replacer, space) {
    if (typeof space === 'object' && space !== null) space = spaces(space);
    return apply(stringify, JSON, [value, function (key, v) {
      if (typeof replacer === 'function') v = apply(replacer, this, [key, v]);
      if (!isObject(v)) return v;
      if (isArray(v)) {
        long('stringify', v.length, 1e6);
        return v;
      }
      if (!isArray(replacer)) return v;
      const kept = create(null);
      for (let i = 0; i < replacer.length; i++) if (own(v, replacer[i])) kept[replacer[i]] = v[replacer[i]];
      return kept;
    }, space]);
  } }.stringify);
  for (const name of ownNames(globalThis)) {
    const T = globalThis[name];
    if (typeof T !== 'function' || getPrototypeOf(T) !== Typed) continue;
    const made = { [name]: function (...args) {
      if (new.target === undefined) throw new Type(name + ' is made with new');
      if (isObject(args[0]) && !(args[0] instanceof Bytes)) {
        plain(args[0]);
        if (!isView(args[0])) long(name, size(args[0]), 1e6);
      }
      return construct(T, args, new.target);
    } }[name];
    defineProperty(made, 'prototype', { __proto__: null, value: T.prototype });
    setPrototypeOf(made, T);
    put(T.prototype, 'constructor', made);
    put(globalThis, name, made);
  }

  // What there is not: great numbers, whose products take minutes, and loops without steps.
  for (const name of ['getBigInt64', 'getBigUint64', 'setBigInt64', 'setBigUint64']) delete DataView.prototype[name];
  delete Iterator.prototype.drop;
  const stop = what => function () { throw new Type(what + ' is not available here'); };
  for (const f of [function () {}, async function () {}, function* () {}, async function* () {}]) {
    defineProperty(getPrototypeOf(f), 'constructor', { value: stop('making code from text'), configurable: false });
  }
  put(globalThis, 'Function', stop('Function'));
  put(globalThis, 'eval', stop('eval'));
  for (const name of ['SharedArrayBuffer', 'Atomics', 'WeakRef', 'FinalizationRegistry', 'BigInt', 'BigInt64Array', 'BigUint64Array', 'Proxy', '__host']) {
    delete globalThis[name];
  }
})
