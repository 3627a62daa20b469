package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/urfave/cli/v3"

	"parley/engine/models"
)

func modelsCommand() *cli.Command {
	return &cli.Command{
		Name:  "models",
		Usage: "list, pull and check the model files of local engines",
		Commands: []*cli.Command{
			{
				Name: "list", Usage: "show the models there are and which are here",
				Flags:  append(modelsFlags(), &cli.BoolFlag{Name: "json", Usage: "print JSON"}),
				Action: listModels,
			},
			{
				Name: "pull", Usage: "bring models here", ArgsUsage: "NAME...",
				Flags: append(modelsFlags(),
					&cli.StringFlag{Name: "from", Usage: "take archives or unpacked models from this folder, not from the network"},
					&cli.BoolFlag{Name: "trust", Usage: "take files for which no checksum is known; theirs is kept and holds from then on"},
				),
				Action: pullModels,
			},
			{
				Name: "verify", Usage: "read models again and compare them with their checksums", ArgsUsage: "[NAME...]",
				Flags:  modelsFlags(),
				Action: verifyModels,
			},
			{
				Name: "path", Usage: "print where a model is", ArgsUsage: "NAME",
				Flags:  modelsFlags(),
				Action: printModelPath,
			},
		},
		Action: func(_ context.Context, c *cli.Command) error {
			if name := c.Args().First(); name != "" {
				return setupError{fmt.Errorf("there is no command %q; see `parley models --help`", name)}
			}
			return cli.ShowSubcommandHelp(c)
		},
	}
}

func modelsFlags() []cli.Flag {
	return []cli.Flag{&cli.StringFlag{
		Name: "models", Usage: "folder of the models (default: models beside the binary's folder, or here)",
		Sources: env("PARLEY_MODELS"),
	}}
}

func modelsFolder(c *cli.Command) string {
	if dir := c.String("models"); dir != "" {
		return dir
	}
	return findModels()
}

// namedModels are the models named as arguments.
func namedModels(c *cli.Command) ([]models.Model, error) {
	var listed []models.Model
	for _, name := range c.Args().Slice() {
		m, err := models.Lookup(name)
		if err != nil {
			return nil, setupError{err}
		}
		listed = append(listed, m)
	}
	return listed, nil
}

func printModelPath(_ context.Context, c *cli.Command) error {
	if c.Args().Len() != 1 {
		return setupError{errors.New("which model? name one; `parley models list` shows them")}
	}
	path, err := models.Find(modelsFolder(c), c.Args().First())
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(c.Root().Writer, path)
	return err
}
