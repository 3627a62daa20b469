yield <Message>Let me have a look at your calendar.</Message>
const plan = await today()
yield <Message>There is {plan}.</Message>
return { action: 'listen' }
