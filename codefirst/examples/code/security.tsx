return process.exit(1)
// ---
const fs = require('fs')
// ---
const fs = await import('fs')
// ---
fetch('http://127.0.0.1')
// ---
while (true) {}
// ---
const f = () => f(); f()
// ---
const a = []; while (true) a.push('x'.repeat(1e6))
// ---
return Function('return this')().process.env
// ---
eval('1')
// ---
globalThis.constructor.constructor('return process')()
// ---
await new Promise(() => {})
// ---
JSON.stringify = () => { throw 1 }; return { action: 'done' , success: 1 }
// ---
Promise.prototype.then = () => { while (true) {} }; await ping()
// ---
/(a+)+$/.test('a'.repeat(40) + 'b')
// ---
2n ** (2n ** 60n)
