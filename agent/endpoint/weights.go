package endpoint

// weights are made by bench/endpointing/fit.
var weights = [Features]float64{
	0.917,  // bias
	0.183,  // by words
	0.150,  // by engine
	0.350,  // engine known
	-1.063, // pending clause
	-0.186, // question
	-1.151, // answers
	0.255,  // answer by words
	4.480,  // length
	-0.804, // dictating
	1.638,  // mark
	-4.238, // mark missing
	-1.540, // comma
	0.016,  // pitch known
	0.365,  // pitch drop
	0.000,  // pitch fall
	0.592,  // fade
	0.389,  // last vowel
	1.500,  // turn model
}
