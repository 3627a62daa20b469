// greet and offer a choice
yield <Message>
  Hello! What do you prefer?
  <Button>Cats</Button>
  <Button>Dogs</Button>
</Message>
return { action: 'listen' }
