await search({ query: 'dogs' })
// ---
yield <Text>Yes, dogs are welcome【0】, but it is quiet after ten【0,1】.</Text>
return { action: 'listen' }
