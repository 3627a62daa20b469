user.name = 'Bea'
user.age = 'old'
return { action: 'profile', ...user }
// ---
user.id = 8
return { action: 'profile', name: user.name, age: user.age }
// ---
user.name = 'Bea'
user.age = user.age + 1
return { action: 'profile', name: user.name, age: user.age }
