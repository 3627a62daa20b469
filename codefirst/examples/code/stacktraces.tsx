interface Item {
  price: number
}
const items: Item[] = [{ price: 3 }]
const total = (list: Item[]) =>
  list[7].price
return { action: 'done', success: true, result: total(items) }
